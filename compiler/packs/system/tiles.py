"""The printed maps that boards are laid from, as a game knows them."""

from __future__ import annotations

from questwright.dsl.records import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Final

    from questwright.compiler.packs.system.values import Plain


SIDES: Final = ("north", "east", "south", "west")
"""The sides of a tile as it is drawn, clockwise."""


class PrintedSide(NamedTuple):
    """A side of a tile, as it is drawn."""

    side: str
    """``north``, ``east``, ``south`` or ``west``."""
    name: str
    """What is printed on it: ``X``; or empty."""
    join: str
    """The word of the kind of edge that it is; empty where nothing is joined to it."""


class PrintedTile(NamedTuple):
    """A tile of the game: a printed map that boards are laid from."""

    word: str
    title: str
    front: str
    """The tile of which it is the back; its own word where it is no back."""
    box: int | None
    """How many are in the box, whichever face is up; None where nothing limits them."""
    section: str
    """The word of the sort of section that it is; empty where it is none."""
    cards: int
    """How many cards of it are in the deck that boards are dealt from."""
    not_for: tuple[str, ...]
    """Who is never set up on it: words of kinds, ranks or traits."""
    traits: Mapping[str, Plain]
    """What the engine and the book need and the compiler only hands on."""
    sides: tuple[PrintedSide, ...]
    """The four of them."""
    rules: tuple[str, ...]


class JoinKind(NamedTuple):
    """A kind of edge of tiles, and what it may be joined to."""

    word: str
    title: str
    joins: tuple[str, ...]
    """The words of the kinds that it may be joined to."""
    rules: tuple[str, ...]


class TileText(NamedTuple):
    """A file of the pack that draws tiles."""

    name: str
    text: str
