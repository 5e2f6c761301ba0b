"""Drawings: maps, layouts and graphs as SVG.

Takes views of maps and graphs, and a palette. Returns SVG with sizes in millimetres. It knows
no quest and no game.
"""
