"""What is on the pages, as plain frozen values.

Holds text, tables, maps and sheets as templates read them. It computes nothing, and knows no
model.
"""
