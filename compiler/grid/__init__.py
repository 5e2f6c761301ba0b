"""Cells, sets of cells as bit sets, edges and lattices.

Takes numbers of rows and columns. Returns cells, edges and neighbours, on squares or on hexes.
A set of cells is an integer with a bit for each cell. It knows no quest and no game.
"""
