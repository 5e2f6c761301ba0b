"""What a quest is once every name is resolved.

Holds frozen values: board, figures, items, events, conditions, verdicts. Whoever reads them
needs no syntax tree and no name table. Nothing here computes anything that takes a search.
"""
