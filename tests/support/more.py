"""How much of the same is tried: a sample by `make test`, all of it by `make fuzz`."""

from __future__ import annotations

import os

import pytest

MORE = bool(os.environ.get("QUESTWRIGHT_MORE"))
"""Whether all of it is tried; `make fuzz` asks for that."""


more = pytest.mark.skipif(not MORE, reason="more of the same: `make fuzz` runs it")
"""Marks a test of what another test already shows on one example."""


def amount(few, many):
    """How many of a sort are tried: few, or many where more is asked for."""
    return many if MORE else few


def each_of(values, size=20):
    """Makes a test of one value a test of many, a batch at a time: each test takes time of its own.

    What fails tells the value, as that is what the test of one value is called with.
    """
    every = list(values)
    batches = [every[at : at + size] for at in range(0, len(every), size)]

    def decorated(check):
        def test(batch):
            for value in batch:
                check(value)

        test.__name__, test.__doc__ = check.__name__, check.__doc__
        test.__module__ = check.__module__
        return pytest.mark.parametrize("batch", batches, ids=range(len(batches)))(test)

    return decorated


def some(values, few):
    """Few of some values, from all over them; or all, where more is asked for."""
    every = list(values)
    if MORE or len(every) <= few:
        return every
    return [every[number * len(every) // few] for number in range(few)]
