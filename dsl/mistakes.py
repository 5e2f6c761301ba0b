"""Describe syntax errors in the designer's words rather than the parser's.

Takes the text around a mistake and the terminals that could have come. Returns a headline, a label
and a remedy.
"""

from __future__ import annotations

import re
from typing import Final

from questwright.dsl.diagnostics import did_you_mean, listed
from questwright.dsl.habits import Stumble, described_habit

_FORMS: Final = {
    "quest": 'quest my-quest "My Quest" {',
    "campaign": 'campaign my-campaign "My Campaign" {',
    "include": 'include "tiles.quest"',
    "system": "system my-game",
    "board": "board {",
    "draw": 'draw """ … """',
    "tile": "tile entry-hall at A1 turned 90",
    "door": "door iron-door at C4|D4 locked by iron-key",
    "lock": "lock great-lock on iron-door by iron-key",
    "spawn": "spawn zombie near C4",
    "event": "event when iron-door opened {",
    "action": 'action light-fire at brazier "Light the fire"',
    "victory": "victory heroes when all heroes in vault",
    "expect": "expect winnable",
    "allow": 'allow unused-item because "it is bait"',
    "item": 'item iron-key "Iron Key" at C4',
    "wall": "wall at C4|D4, C5|D5",
    "table": 'table weather "The weather" with d6 {',
    "give": "give iron-key",
    "read": 'read """The door falls shut."""',
    "story": 'story """Nine days of rain …"""',
    "note": 'note """For the Overlord only."""',
    "rule": 'rule """The floor is ice: …"""',
    "outro": 'outro """Daylight at last."""',
}
"""For each word that begins a statement, an example of that statement."""

_WANTED: Final = {
    "NAME": "a name (small letters, digits and hyphens)",
    "NUMBER": "a number",
    "RANGE": "a range like `5..12`",
    "STRING": 'a text in `"quotes"`',
    "PROSE": 'a text in `"""three quotes"""`',
    "PLACE": "a place like `C4`",
    "WHEN": "`when` and a condition",
    "LBRACE": "a block in `{ }`",
    "_BECAUSE": '`because` and a reason in `"quotes"`',
    "_UNREACHABLE": "`unreachable`",
    "_STRAND": "`strand`",
    "_FACE": "`face`",
    "_ROUNDS": "`rounds`",
    "COLON": "`:`",
    "RPAR": "`)`",
    "COMPARISON": "`>=`, `<=` or `=`",
}
"""The terminals in a designer's words, in the order in which a finding offers them."""

_CLAIMS: Final = (
    "`winnable`, `unwinnable`, `vault unreachable without iron-key`, `must face ghost`, "
    "`optional vault` and `cannot strand`"
)
_KEYWORDS: Final = tuple(_FORMS)
_TIGHT: Final = re.compile(r"\s*([a-z0-9]):([a-z][a-z0-9-]*)(?:\s.*)?")
"""A legend without a space behind its letter: the lexer reads it as a place on a tile."""
_WORD: Final = re.compile(r"[A-Za-z_][A-Za-z0-9_-]*")
_LARGE: Final = re.compile(r"(?:[0-9]+\.\.)?([0-9]{7,})(?:\.\.[0-9]+)?")
"""A number that is too large, or a range with one."""


def describe(  # noqa: C901, PLR0911 - a return for each way to go wrong
    before: str, found: str, rest: str, accepted: frozenset[str]
) -> tuple[str, str, str | None]:
    """Return a headline, a label and a remedy; the remedy is None where none is known.

    ``before`` is the line up to the mistake, ``found`` the text at the mistake, ``rest`` the line
    from the mistake on, and ``accepted`` the names of the terminals that could have come instead.
    """
    opening = _WORD.search(before)
    head = opening[0] if opening else ""
    form = _FORMS.get(head)
    help_ = f"write it like `{form}`" if form else None
    if not before.strip() and _WORD.fullmatch(found) and found not in _FORMS:
        near = did_you_mean(found, _KEYWORDS)
        if near:
            return f"no statement begins with `{found}` here", "not understood", near
    tight = _TIGHT.fullmatch(before)
    if tight:
        return (
            f"`{tight[1]}:` and `{tight[2]}` stand too close",
            "a space is missing behind the `:`",
            f"write `{tight[1]}: {tight[2]}`",
        )
    large = _LARGE.fullmatch(found.strip())
    if large:
        # What the grammar takes for a number.
        headline = f"`{_cut(large[1])}` is too large a number"
        return headline, "more than six digits", "write a number up to 999999"
    habit = described_habit(Stumble(before, found, rest, accepted))
    if habit is not None:
        return habit
    shown = found.strip()
    wanted = [text for terminal, text in _WANTED.items() if terminal in accepted]
    if not shown or found.startswith("\n"):
        headline = f"this `{head}` statement is unfinished" if head else "something is missing here"
        label = f"expected {wanted[0]}" if wanted else "something is missing"
        return headline, label, help_
    word = _WORD.match(shown)
    if shown[0].isupper() and not before.strip():
        known = shown.lower() in _FORMS
        return (
            f"no statement begins with `{_cut(shown)}`",
            "statements begin in small letters",
            f"write `{shown.lower()}`"
            if known or len(rest.split()) < 7
            else "put it into a `note`",
        )
    if head == "expect":
        help_ = f"`expect` takes {_CLAIMS}"
    if shown[0].isupper() and "NAME" in accepted and not shown[:1].isdigit():
        lower = re.sub(r"[^a-z0-9]+", "-", shown.lower()).strip("-")
        return (
            f"`{_cut(shown)}` is not a name",
            "names have small letters, digits and hyphens",
            f"write `{lower}`" if lower else help_,
        )
    if word and "_" in word[0]:
        return (
            f"`{word[0]}` is not a name",
            "no `_` in names",
            f"write `{word[0].replace('_', '-').lower()}`",
        )
    if before.rstrip().endswith('"') and found.startswith('"'):
        return "two texts stand side by side", "the second one", "join them into one"
    if before.rstrip().endswith("}") and "_NEWLINE" in accepted:
        return (
            f"`{_cut(shown)}` follows a `}}` on the same line",
            "expected a new line",
            "begin a new line for it",
        )
    label = f"expected {wanted[0]}" if len(wanted) == 1 else "not understood here"
    if not before.strip():
        headline = f"no statement begins with `{_cut(shown)}`"
        help_ = f"a statement begins with a word: {listed(_KEYWORDS[7:14])} …"
        return headline, "not understood", help_
    headline = f"`{_cut(shown)}` does not belong here"
    if head and form:
        article = "an" if head[0] in "aeio" else "a"
        headline = f"`{_cut(shown)}` does not belong in {article} `{head}` statement"
    return headline, label, help_


def _cut(text: str) -> str:
    first = text.split("\n", 1)[0]
    return first if len(first) <= 40 else first[:39] + "…"
