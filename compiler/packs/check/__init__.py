"""Hold a pack to the rules that a schema cannot say.

Takes the data of a pack that its schema allows. Each check is a function from that data to
findings, each with its place in the YAML; `checks` calls them all. None changes the data or
builds a System.
"""
