"""The planning task as values: facts, places, links, actions, conditions.

Holds what `translate` makes and what `reach`, `search`, `plan` and `schedule` read. It knows no
syntax and runs no search.
"""
