"""Compare two editions of a quest, and say what has changed.

Takes two editions, compiled from source or read from quest.json. Returns changes, each with its
subject, both values and a sentence for the designer. It compares quests, not lines of text.
"""
