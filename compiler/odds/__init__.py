"""Exact odds of dice, cards and tables.

Takes the figures of two sides and the fight rules of the pack. Returns probabilities as
fractions and expected attempts. It never rolls a die and never uses floating-point numbers.
"""
