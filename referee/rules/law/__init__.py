"""The law of the table: what is a meld, what may be laid down, added, taken and discarded."""
