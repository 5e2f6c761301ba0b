"""Counting rounds: in which a line is done, and before which nobody can have won.

Takes a task, its quest and its system, and a line as it is told. Chance is kind: every attempt
comes out at its best, and only as many are counted as it takes then.
"""
