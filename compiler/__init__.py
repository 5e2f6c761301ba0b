"""Meaning: from syntax to a proven quest, and to what is published of it."""
