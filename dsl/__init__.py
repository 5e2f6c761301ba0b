"""The quest language: text in, syntax and findings out.

Takes the text of one file. Returns its syntax tree, with the place of every word, and the
findings about the text itself. It knows no game and reads no quest files; a text that it cannot
read becomes a finding, never an exception.
"""
