"""The schema of a game: every value that a file may set, and what is dealt."""
