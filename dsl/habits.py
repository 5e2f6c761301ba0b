"""Describe syntax errors that come from a habit: another notation, or a part that is forgotten.

Takes the line around a mistake and the terminals that could have come. Returns a headline, a label
and a remedy, or None where no habit explains the mistake.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from questwright.dsl.characters import name_of, typed_for
from questwright.dsl.records import NamedTuple
from questwright.dsl.syntax import CLAUSES

if TYPE_CHECKING:
    from collections.abc import Callable

Said = tuple[str, str, str | None]
"""A headline, a label and a remedy."""

_CELL: Final = r"[A-Za-z]{1,2}[0-9]{1,3}"
_BLOCK: Final = re.compile(rf"({_CELL})(?:\s*(?:-|\.\.\.|\.|:|~|…|\.\.)\s*)({_CELL})(?![\w-])")
_EDGE: Final = re.compile(rf"({_CELL})\s*(?:/|\\|-)\s*({_CELL})(?![\w-])")
_SPAN: Final = re.compile(r"([0-9]{1,6})\s*(?:-|\.\.\.|~)\s*([0-9]{1,6})(?![\w-])")
_LEGEND: Final = re.compile(r"\s*([A-Za-z0-9])\s*")
_WORD: Final = re.compile(r"[A-Za-z][A-Za-z0-9'-]*")
_TOKEN: Final = re.compile(r'"[^"]*"|[A-Za-z0-9_|.:-]+|\S')
_DECLARED: Final = frozenset({"quest", "tile", "campaign"})
_ON_EDGES: Final = frozenset({"wall", "door", "lock", "secret"})
_SMALL: Final = frozenset(
    [
        *CLAUSES,
        "as",
        "if",
        "when",
        "whenever",
        "and",
        "or",
        "not",
        "is",
        "are",
        "any",
        "all",
        "every",
        "no",
    ]
)
"""Words of the language behind which a name stands."""
_MOST: Final = 40
_ROUND: Final = re.compile(r"\bround\s*(?:is\s*)?(=>|=<|==)?\s*([0-9]{1,6})\b")
_OFTEN: Final = re.compile(r"\b(?:every|each)\s+(?:[0-9]{1,6}\s+)?(?:rounds?|turns?)\b")
_SIGNS: Final = {"=>": ">=", "=<": "<="}
"""Signs that are written the wrong way round."""


class Stumble(NamedTuple):
    """Where a mistake is: what a habit is known by."""

    before: str
    """The line up to the mistake."""
    found: str
    """The text at the mistake."""
    rest: str
    """The line from the mistake on."""
    accepted: frozenset[str]
    """The names of the terminals that could have come instead."""

    @property
    def head(self) -> str:
        """The word that begins the statement."""
        opening = _WORD.search(self.before)
        return opening[0] if opening else ""

    @property
    def last(self) -> str:
        """The last word or sign before the mistake."""
        tokens = _TOKEN.findall(self.before)
        return tokens[-1] if tokens else ""


def described_habit(place: Stumble) -> Said | None:
    """Return what is said of a mistake that comes from a habit; None for another one."""
    for habit in _HABITS:
        said = habit(place)
        if said is not None:
            return said
    return None


def _strange_letter(place: Stumble) -> Said | None:
    """A letter of another alphabet, which may look like one of ours."""
    strange = next((char for char in place.found if not char.isascii()), "")
    if not strange:
        return None
    typed = typed_for(strange)
    help_ = f"type `{typed}`" if typed.strip() else "type it with letters from `a` to `z`"
    shown = place.found.strip().split("\n")[0][:_MOST]
    headline = f"`{shown}` does not belong here"
    label = f"`{strange}` is the {name_of(strange)}"
    return headline, label, f"{help_}, or put a text into quotes"


def _colon_in_legend(place: Stumble) -> Said | None:
    """``D = door``, ``D - door``, ``D -> door`` for ``D: door``."""
    letter = _LEGEND.fullmatch(place.before)
    sign = re.match(r"=>|->|--?|=|\.|,|\)", place.rest)
    if letter is None or sign is None:
        return None
    meant = place.rest[sign.end() :].strip()
    return (
        f"`{sign[0]}` stands where a `:` belongs",
        "a letter is explained behind a `:`",
        f"write `{letter[1]}: {meant[:_MOST]}`" if meant else f"write `{letter[1]}: …`",
    )


def _sign_in_statement(place: Stumble) -> Said | None:
    """``system: my-game`` and ``gold = 5`` for ``system my-game`` and ``gold 5``."""
    sign = place.found[:1]
    if sign not in (":", "=") or not re.fullmatch(r"\s*[a-z][a-z0-9-]*\s*", place.before):
        return None
    meant = place.rest[1:].strip(" =")
    return (
        f"no `{sign}` stands behind `{place.head}`",
        "not needed",
        f"write `{place.head} {meant[:_MOST]}`" if meant else "leave it out",
    )


def _block_of_cells(place: Stumble) -> Said | None:
    """``D1-G3`` for ``D1..G3``, ``A1/B1`` for ``A1|B1``, ``2-5`` for ``2..5``."""
    start = re.search(r"[A-Za-z0-9]*\Z", place.before)
    lead = start[0] if start else ""
    written = lead + place.rest
    numbers = _SPAN.match(written)
    if numbers is not None:
        meant = f"{numbers[1]}..{numbers[2]}"
        return f"`{numbers[0]}` is no range", "two dots stand in a range", f"write `{meant}`"
    if place.head in _ON_EDGES:
        edge = _EDGE.match(written)
        if edge is not None:
            meant = f"{edge[1].upper()}|{edge[2].upper()}"
            return f"`{edge[0]}` is no edge", "a bar stands between its cells", f"write `{meant}`"
    block = _BLOCK.match(written)
    if block is None:
        return None
    meant = f"{block[1].upper()}..{block[2].upper()}"
    small = block[0] != block[0].upper()
    why = "cells have capital letters" if small else "two dots stand between its corners"
    return f"`{block[0]}` is no block of cells", why, f"write `{meant}`"


def _title_without_quotes(place: Stumble) -> Said | None:
    """``room store at D1 The Store`` for ``room store at D1 "The Store"``."""
    words = re.match(r"[A-Za-z][\w'’ -]*", place.rest)
    if words is None or _is_name_due(place):
        return None
    if not place.found[:1].isupper() and place.head not in _DECLARED:
        return None
    title = words[0].strip()
    kept: list[str] = []
    for word in title.split():
        if word in _SMALL and kept:
            break
        kept.append(word)
    title = " ".join(kept)
    if not title:
        return None
    return (
        f"the title `{title[:_MOST]}` has no quotes",
        "a text stands in quotes",
        f'write `"{title}"`',
    )


def _is_name_due(place: Stumble) -> bool:
    """Whether a name is due at a mistake, so that its words are no title."""
    tokens = _TOKEN.findall(place.before)
    if re.match(r"\s*[A-Za-z0-9]:", place.before):
        tokens = tokens[1:] if tokens and tokens[0].endswith(":") else tokens[2:]
    behind = place.last
    if len(tokens) < 2 or behind == "," or behind in _SMALL or behind in ("(", ":"):
        return True
    return bool(re.search(r"\b(?:when|whenever)\b", place.before))


def _round_without_sign(place: Stumble) -> Said | None:
    """``round 3``, ``round is 3``, ``round => 3`` and ``every round`` for ``round = 3``."""
    if place.head not in ("event", "victory", "action"):
        return None
    line, at = place.before + place.rest, len(place.before)

    def around(pattern: re.Pattern[str]) -> re.Match[str] | None:
        return next((m for m in pattern.finditer(line) if m.start() <= at < m.end()), None)

    if around(_OFTEN) is not None:
        said = "a condition asks for one round, by its number"
        return said, "not understood here", "write `whenever round = 2..8`, for each of these"
    asked = around(_ROUND)
    if asked is None:
        return None
    sign = _SIGNS.get(asked[1] or "", "=")
    joined = "" if re.search(r"\b(?:when|whenever)\b", line[: asked.start()]) else "when "
    return (
        f"`{asked[1]}` is no sign" if asked[1] else "no sign stands between `round` and its number",
        "not understood here",
        f"write `{joined}round {sign} {asked[2]}`",
    )


def _when_is_missing(place: Stumble) -> Said | None:
    """``victory heroes crypt searched`` for ``victory heroes when crypt searched``."""
    if place.head not in ("victory", "event") or "WHEN" not in place.accepted | {"WHEN"}:
        return None
    if re.search(r"\b(?:when|whenever)\b", place.before) or not place.before.strip():
        return None
    words = _TOKEN.findall(place.before)
    if not _WORD.match(place.found) or len(words) < 2 or place.found.startswith(("when", "wen")):
        return None
    kept = 2 if place.head == "victory" else 1
    start = re.match(rf"\s*(?:\S+\s+){{{kept}}}", place.before + " ")
    condition = (place.before[start.end() :] if start else "") + place.rest
    opening = " ".join(words[:kept])
    meant = f"{opening} when {condition.split('#')[0].strip()}"
    said = f"this `{place.head}` has no `when`"
    return said, "a condition stands behind `when`", f"write `{meant[:80]}`"


def _text_before_the_quest(place: Stumble) -> Said | None:
    """Words at the top of a file, where a quest has to begin."""
    if "BOARD" in place.accepted or "CAMPAIGN" not in place.accepted or place.before.strip():
        return None
    word = _WORD.match(place.found)
    if word is not None and word[0].lower() in (*_DECLARED, "include"):
        return None
    return (
        "no quest has begun here",
        "not in a quest",
        'begin with `quest my-quest "My Quest" {`, and put `#` before what is for you alone',
    )


def _comma_behind_semicolon(place: Stumble) -> Said | None:
    """``one; two, three`` for ``one, two, three``."""
    if not place.found.startswith(",") or not re.search(r";\s*[a-z0-9-]+\s*\Z", place.before):
        return None
    meant = re.sub(r"\s*;\s*", ", ", place.before.strip()) + place.rest
    return "a `;` ends the statement before this", "part of a list", f"write `{meant[:80]}`"


_HABITS: Final[tuple[Callable[[Stumble], Said | None], ...]] = (
    _strange_letter,
    _colon_in_legend,
    _sign_in_statement,
    _block_of_cells,
    _comma_behind_semicolon,
    _round_without_sign,
    _when_is_missing,
    _title_without_quotes,
    _text_before_the_quest,
)
