"""What each action leads to: the one meaning of a task.

Takes a task and a state. Returns the states that an action, a step or an event leads to. It never
decides which of them is good.
"""
