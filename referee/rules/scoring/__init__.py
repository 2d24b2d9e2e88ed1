"""What is written for a deal, who leads, and what cannot be in what a table writes."""
