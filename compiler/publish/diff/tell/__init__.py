"""One module a subject: how its changes are said.

Takes a pairing of two editions. Yields changes. It never decides which things belong together:
`matching` has done so.
"""
