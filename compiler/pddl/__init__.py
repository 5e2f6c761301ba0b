"""The task as PDDL, for planners of other people.

Takes a task, and how its members and cells are called. Returns a domain and a problem as text. It
never solves anything, and nothing in the compiler reads what it writes.
"""
