"""From a Quest to a planning task.

Takes a Quest, its System, and one way to settle what is unknown. Returns the task: facts,
places, links, deeds, events and victories. It never solves anything.
"""
