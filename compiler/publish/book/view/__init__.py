"""The content of the pages, as frozen plain values.

Holds text, tables, maps and sheets as templates and drawings read them. It computes nothing and
imports nothing of the model.
"""
