"""The passes from syntax to a Quest; `questwright.compiler.pipeline` runs them in their order.

A pass is one module with one function of the same name. The other modules are tools of these
passes.

Takes the syntax of one quest and the pack of its game. Returns the parts of a Quest, and
findings about what the author wrote. A pass never fails on a bad statement, and never looks at
another quest.
"""
