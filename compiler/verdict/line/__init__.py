"""From moves that win, or that strand, to a line that is followed at the table.

Takes a task, its cells and the moves that a search found. Returns steps: who, what, over which
cells. It never decides whether a quest can be won.
"""
