"""From a set of actions that wins to a line that can be followed at the table.

Takes a task and the order of actions that a search found. Returns a shorter line, told member
by member and square by square. It never decides whether the quest can be won.
"""
