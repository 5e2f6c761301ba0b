"""Analyses of a resolved quest that checks, proof and publishers share.

Takes a Quest. Returns the order in which areas are revealed, the pieces that it needs, its
unknown traps, and its worlds: the quest with all that is unknown settled. It never reports a
finding and never proves anything.
"""
