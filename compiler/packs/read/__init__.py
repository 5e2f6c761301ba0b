"""Read the YAML of a pack into plain data, guarded.

Takes the files of a folder, which may come from a stranger. Returns plain data with the place
and the source of every figure, or findings. Aliases, tags and oversized files are refused
before anything is built of them.
"""
