"""A physical game in progress: its log of events, what follows from them, and where they are kept.

`events`, `projection` and `replay` are pure. `storage` and `repository` keep the log in a database.
"""
