"""What the author of a chapter has on the desk: one quest with its titles, anchors and references.

Takes a compiled quest. Returns prose with resolved references, titles, and the order of areas.
It makes no page.
"""
