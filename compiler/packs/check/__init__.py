"""Hold a pack to the rules that a schema cannot say.

Takes the plain data of a pack. Returns findings, each with its place in the YAML. It never
changes the data and never builds a System.
"""
