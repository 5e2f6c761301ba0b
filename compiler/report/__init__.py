"""Findings for each audience: a terminal, a machine.

Takes findings. Returns text. It holds no sentence of its own about a quest.
"""
