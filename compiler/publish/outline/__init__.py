"""Write a quest as plain text, section by section.

Takes a publication. Returns one text. It says what is there, and judges nothing.
"""
