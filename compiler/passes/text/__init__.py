"""The passes over statements as text: which kind each is, what it declares, which settings it sets.

Takes the statements of a quest in the order in which they are written. Returns them sorted by
what they speak of, with declared names and settings. It knows nothing of the board.
"""
