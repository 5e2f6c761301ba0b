"""Write quest.json and campaign.json; the package `read` reads quest.json back.

Takes a compiled quest or campaign. Returns plain data that satisfies the schemas in `schemas/`, in
which each part names its origin in the source. The engine learns of a quest from it alone.
"""
