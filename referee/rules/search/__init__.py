"""Searching hands: what can be laid from them, and what is nearest where nothing can."""
