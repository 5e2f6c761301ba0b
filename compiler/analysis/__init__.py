"""Questions about a resolved quest that several rooms ask.

Takes a Quest. Returns what is revealed together, what its pieces need of the box, which traps
are real, and the quest as it is once something unknown is settled. It never reports a finding
and never proves anything.
"""
