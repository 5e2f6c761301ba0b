"""The model: a quest with every name resolved, and its verdict.

Holds frozen values: board, figures, items, events, conditions, verdicts. A reader of the model
needs no syntax tree and no symbol table. Nothing here runs a search.
"""
