"""Play a compiled quest.

Takes a quest.json document. Returns whether a line of play is legal, and who has won at its end.
It never imports the language or the compiler: the document is all that it knows.
"""
