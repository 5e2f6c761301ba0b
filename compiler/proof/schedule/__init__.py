"""Rounds: how soon a line can be done, and how soon anything could be.

Takes a task, the squares of its board and a line. Returns a lower bound over all lines, and the
round in which the given line is done. It never changes what a line does, only when.
"""
