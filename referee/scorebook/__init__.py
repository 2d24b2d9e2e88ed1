"""A physical game in progress: its log of entries, what follows from them, and where they are kept.

`entries` and `book` are pure; `storage` and `games` keep the log in a database.
"""
