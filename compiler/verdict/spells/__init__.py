"""Which spells open a way where nobody walks.

Takes a proof that the quest cannot be won on foot. Returns the proof of the same quest with the
cheapest spells that win it as crossings. It never changes the quest that the author wrote.
"""
