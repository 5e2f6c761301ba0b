"""The sections of a quest's chapter: set-up, areas, what happens, tables, sheets, annex.

Takes the desk of one quest. Returns views. It never draws a map, and never writes HTML.
"""
