"""Phrases for conditions, effects, locks, entries and unknowns.

Takes values of a quest. Returns phrases for messages, books and lines of play, in the words of
the game's pack. It never decides anything: a phrase has no effect on a verdict.
"""
