"""What all sections of a chapter look up: the titles, anchors and references of one quest.

Takes a compiled quest. Returns titles, prose with resolved references, and the order of areas. It
composes no page.
"""
