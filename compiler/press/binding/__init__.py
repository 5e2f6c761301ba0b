"""Gatherings of a book in, each a tagged PDF; the book out, as one that conforms as they do.

It knows the marks that a gathering was set with, and never what its pages say.
"""
