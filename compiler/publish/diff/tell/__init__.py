"""Describe the changes of each subject; one module for each group of subjects.

Takes a pairing of two editions. Yields changes with their sentences. The module `pairs` has already
decided which values belong together.
"""
