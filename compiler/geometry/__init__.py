"""Geometry of a board: free edges, steps, bases, terrain costs, cliffs, crossings and routes.

Takes a Board, its terrain and levels, and the exceptions of a figure. Returns free edges, covered
cells, drops, and the cells that a step or a route reaches. It never asks who moves next.
"""
