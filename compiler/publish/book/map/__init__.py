"""Maps as views: which signs stand where, with their letters and the legend.

Takes the desk of one quest. Returns map views, overlays of what was proven, and the sheets onto
which a large map is cut. It never draws a line: that is the work of `svg`.
"""
