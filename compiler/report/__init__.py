"""Renders findings for a terminal or as JSON.

Takes findings and the sources that they point into. Returns text. It adds no sentence of its own
about a quest.
"""
