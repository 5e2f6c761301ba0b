"""Cells, sets of cells, and how they lie beside each other.

Takes numbers of rows and columns. Returns cells, edges and neighbours, on squares or on hexes.
A set of cells is one whole number with a bit for each cell. It knows no quest and no game.
"""
