"""The planning task as values: facts, places, links, actions, events, victories, needs.

Holds what `translate` makes and all else reads. It knows no syntax and runs no search.
"""
