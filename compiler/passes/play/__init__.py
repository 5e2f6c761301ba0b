"""The passes for what happens in play: events, conditions, gifts, tables, musters.

Takes statements about events, actions and victories, and the things that are on the board.
Returns events and conditions with resolved names. It never changes the board.
"""
