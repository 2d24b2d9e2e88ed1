"""Long proofs, run whole by `./run proof`; a fixed share of each runs with the tests.

A module of this folder has a function `main()` that holds one thing against another, prints what
it counted, and returns whether there was no difference.
"""
