"""From syntax to a Quest, one step a module; `compiler.pipeline` has their order.

Takes the syntax of one quest and the pack of its game. Returns the parts of a Quest, and
findings about what the author wrote. A pass never fails on a bad statement, and never looks at
another quest.
"""
