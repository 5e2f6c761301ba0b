"""From a Quest to a planning task.

Takes a Quest, its System, and one way to settle what is unknown. Returns the task: facts,
places, links, deeds, events and victories. It never solves anything.

What a gate is to those who go through it is said by `GateWay` in `ground`, and what opens it in
`opening`: steps, links, attacks, searches and effects know no kind of gate.
"""
