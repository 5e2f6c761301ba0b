"""The exact search: states, successors, and dead ends.

Takes a task in which something can be lost, and a budget. Returns a winning line, a line into a
dead end, or the fact that the budget ran out. It never gives a verdict on part of the states.
"""
