"""The passes that make the board: drawing, tiles, walls, gates, terrain, crossings.

Takes statements about the board. Returns a Board with its areas and gates. It never places a
figure or an item.
"""
