"""Questwright."""
