"""A game as the compiler sees it: the value System and its parts.

Holds frozen values: kinds, terrains, settings, fights, sheets, tiles. It reads no file and
knows no default: the decoder has filled everything in. `tables` finds rows in what a System hands
on as plain data.
"""
