"""Read quest.json back into values that can be compared.

Takes a document that may come from a stranger. Returns an edition, or what is wrong with it. It
never trusts a field that the schema has not accepted.
"""
