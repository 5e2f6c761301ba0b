"""quest.json: how it is written, and in `read` how it is read again.

Takes a compiled quest. Returns a document that satisfies `schemas/quest.schema.json`, with the
origin of everything. It is the only border between compiler and engine.
"""
