"""Findings for each audience: a terminal, a machine."""
