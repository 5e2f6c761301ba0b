"""How figures stand and step on a board.

Takes a Board, its terrain and levels, and the rights of a figure. Returns free edges, covered
cells, falls, and the cells that a step or a route reaches. It never asks who moves next, and
never changes a board.
"""
