"""How much of the same is tried: a sample by `make test`, all of it by `make fuzz`."""

from __future__ import annotations

import os

MORE = bool(os.environ.get("QUESTWRIGHT_MORE"))
"""Whether all of it is tried; `make fuzz` asks for that."""


def amount(few, many):
    """How many of a sort are tried: few, or many where more is asked for."""
    return many if MORE else few


def some(values, few):
    """Few of some values, from all over them; or all, where more is asked for."""
    every = list(values)
    if MORE or len(every) <= few:
        return every
    return [every[number * len(every) // few] for number in range(few)]
