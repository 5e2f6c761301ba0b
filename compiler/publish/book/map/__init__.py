"""Compose maps as views: which symbols stand where, with their codes and the legend.

Takes the desk of one quest. Returns map views, overlays of what was proven, and the sheets into
which a large map is cut. The package `svg` draws them.
"""
