"""Read quest.json back into values that can be compared.

Takes the bytes of a document, from any source. Returns an edition, or raises `DocumentError` with
what is wrong. It uses no field that the schema has not accepted.
"""
