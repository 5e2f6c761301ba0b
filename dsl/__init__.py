"""The quest language: text in, syntax and findings out. Knows no game and no file system."""
