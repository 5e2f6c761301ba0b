"""The text of a small quest of Origins, from its board and what is said of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence


def framed(title: str, heroes: Sequence[str], drawn: str, body: str) -> str:
    """The text of a quest of some heroes; its id is the title in small letters."""
    return f'''quest {title.lower()} "{title}" {{
  system dungeon-saga-origins
  heroes {", ".join(heroes)}
  marauder zombie
  board {{
    draw """
{drawn}
    """
  }}
{body}
}}
'''
