"""Building a game from its file and a table's house rules, and its rules in words."""
