"""Why a verdict is as it is: causes, losses, reliance, and the chances of each step.

Takes a solved task and its line. Returns causes with their places in the text, members on whom
the line relies, and odds. It never changes a verdict.
"""
