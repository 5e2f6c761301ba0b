"""The task as PDDL, for planners of other people.

Takes a task. Returns a domain and a problem as text. It never solves anything, and nothing in
the compiler reads what it writes.
"""
