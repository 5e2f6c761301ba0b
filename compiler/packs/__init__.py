"""Packs: the rules of a game as data, read from `content/systems/<id>/`.

Takes the folder of a pack. Returns a System, or findings that say what is wrong with it. `read`
turns YAML into plain data, `check` holds it to the rules of packs, `decode` makes it a System,
`system` is that value. No code here names a game.
"""
