"""Publishers: what a compiled quest becomes on paper and on screen.

Takes compiled quests with their verdicts. Returns text and bytes: documents, graphs, outlines,
differences, books. It never writes a file (`compiler.build` does) and never changes a quest.
"""
