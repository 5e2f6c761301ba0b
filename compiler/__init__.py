"""The compiler: from syntax to a proven quest, and to what is published of it.

Takes quest files and the pack of their game. Returns a Quest with every name resolved, the
findings about it, its verdict, and the documents, graphs and books made of it. Only `cli` and
`build` touch the disk for output.
"""
