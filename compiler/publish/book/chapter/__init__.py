"""Compose the sections of a quest's chapter: set-up, areas, events, tables, sheets, annex.

Takes the desk of one quest. Returns views. It draws no map and writes no HTML.
"""
