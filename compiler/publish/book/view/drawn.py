"""A drawing that is finished: what is kept of the view that it was drawn from."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Drawn:
    """A drawing, and what it shows in words."""

    svg: str
    words: str = ""
