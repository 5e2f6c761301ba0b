"""The quest language: text in, syntax and findings out.

Takes the text of one file. Returns its syntax tree, with the place of every word, and the
findings about the text itself. It never reads a file, knows no game, and never fails on bad
text: what cannot be read becomes a finding.
"""
