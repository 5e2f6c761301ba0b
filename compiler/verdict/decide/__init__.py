"""Whether a task can be won, and whether its party can be stranded.

Takes a task. Simplifies it, tries two certificates, and searches where neither decides. Returns
what was found, with lines as actions. It never tells a line square by square.
"""
