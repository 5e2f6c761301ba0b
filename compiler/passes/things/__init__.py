"""The passes that set up what stands on the board: figures, furniture, items, starts.

Takes statements about things, and the finished board. Returns things with their cells. It never
decides what happens to them in play.
"""
