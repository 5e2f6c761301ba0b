"""The tools of the passes: the symbol table, places, and the findings of one quest.

Takes syntax and the pack of the game. Returns symbols, cells and things as the author wrote
them, and collects findings. It never decides what a statement means: that is the work of
`passes`.
"""
