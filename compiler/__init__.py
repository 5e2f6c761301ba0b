"""The compiler: turns quest files into proven quests, and publishes them.

Takes quest files and the pack of their game. Returns a Quest with every name resolved, the
findings about it, its verdict, and the documents, graphs and books made of it. Only `cli` and
`build` touch the disk for output.
"""
