"""Paper: the profiles of those who print, PDFs made to them, and PDFs held to them.

Takes a PDF as the renderer sets it, or any other, and a profile. Returns a PDF that a print shop
takes, or what is wrong with one. It knows no quest, and never writes a file.
"""
