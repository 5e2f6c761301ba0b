"""The passes over statements as text: their subjects, the settings, the declared names.

Takes the statements of a quest in the order of the text. Returns them sorted by subject, and the
settings of the quest. It knows nothing of the board.
"""
