"""Relaxed reachability: what can be reached and done if nothing is ever lost.

Takes a task. Returns facts, places and an order of actions, for the party as one, for each
member, or under guards. Where nothing can be lost this decides; elsewhere it is a bound.
"""
