"""Score books as earlier commits wrote them, and how the next one is made: see tests/data/books."""
