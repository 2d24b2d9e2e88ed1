"""Rummy referee: keeps the score, rules on disputes and prints the paper of rummy games."""

from referee import variants as variants
