"""Play a compiled quest.

Takes a quest.json document. Returns the states of play, the steps that may be taken, and whether
a line of play is legal. It never imports the language or the compiler: the document is all that it
knows.
"""
