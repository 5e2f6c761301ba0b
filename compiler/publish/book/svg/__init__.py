"""Draw maps, layouts and graphs as SVG.

Takes views of maps, layouts and graphs, and a palette. Returns SVG whose size is in millimetres. It
imports nothing of the model.
"""
