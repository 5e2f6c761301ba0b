"""Rules packs: a game as data, read from ``content/systems/<id>/``."""
