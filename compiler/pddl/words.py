"""The words of PDDL: names that are nobody else's, comments that end, and formulas in brackets."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Iterable

Formula: TypeAlias = str

TRUE: Formula = "(and)"
FALSE: Formula = "(or)"

_RESERVED = (
    "all always and assign at at-most-once at-start at-end constants decrease define domain either "
    "end exists false forall goal hold-after hold-during imply increase init is-violated maximize "
    "metric minimize not number object objects or over preference predicates problem requirements "
    "scale-down scale-up sometime sometime-after sometime-before start total-cost total-time true "
    "types undefined when within"
)
"""What PDDL or a tool that reads it has a meaning of its own for."""
_NOT_IN_NAMES = re.compile(r"[^a-z0-9]+")


class PddlNames:
    """Names for the parts of one quest: valid, told apart without capitals, and each its own."""

    def __init__(self, own: Iterable[str]) -> None:
        self._taken = {*_RESERVED.split(), *own}

    def new(self, sort: str, wanted: str) -> str:
        """A name for one more part, as near to a wish as may be."""
        spelt = _spelt(wanted) or sort
        name, number = spelt, 1
        while name in self._taken:
            number += 1
            name = f"{spelt}-{number}"
        self._taken.add(name)
        return name


def _spelt(wanted: str) -> str:
    """A wish with nothing but what a name may have: small letters, digits and hyphens."""
    plain = _NOT_IN_NAMES.sub("-", wanted.lower()).strip("-")
    return f"n-{plain}" if plain[:1].isdigit() else plain


def remark(text: str) -> str:
    """A comment of one line, whatever the text."""
    return "; " + "".join(
        sign if sign.isprintable() else "\N{REPLACEMENT CHARACTER}" for sign in text
    )


def every(parts: Iterable[Formula]) -> Formula:
    """The formula that holds where all of these do."""
    return _joined("and", parts, nothing=TRUE, spoilt=FALSE)


def some(parts: Iterable[Formula]) -> Formula:
    """The formula that holds where one of these does."""
    return _joined("or", parts, nothing=FALSE, spoilt=TRUE)


def _joined(word: str, parts: Iterable[Formula], *, nothing: Formula, spoilt: Formula) -> Formula:
    found = [part for part in dict.fromkeys(parts) if part != nothing]
    if spoilt in found:
        return spoilt
    return found[0] if len(found) == 1 else f"({' '.join((word, *found))})"


def no(formula: Formula) -> Formula:
    """That a formula does not hold."""
    if formula in (TRUE, FALSE):
        return FALSE if formula == TRUE else TRUE
    return formula[5:-1] if formula.startswith("(not ") else f"(not {formula})"


def equals(variable: str, name: str, formula: Formula) -> Formula:
    """That a formula holds, and that a variable stands for a certain object."""
    return every((f"(= {variable} {name})", formula))


def derived(head: str, cases: Iterable[Formula]) -> str:
    """A statement that holds where one of several formulas does, a line for each."""
    body = "\n    ".join(case for case in cases if case != FALSE)
    return f"\n  (:derived ({head}) (or\n    {body}))\n"


def action(
    name: str,
    about: str,
    needs: Iterable[Formula],
    effects: Iterable[Formula],
    parameters: str = "",
) -> str:
    """An action, with a comment that says what it is."""
    asked = "\n      ".join(part for part in needs if part != TRUE)
    done = "\n      ".join(effects)
    return (
        f"\n  {remark(about)}\n"
        f"  (:action {name}\n"
        f"    :parameters ({parameters})\n"
        f"    :precondition (and\n      {asked})\n"
        f"    :effect (and\n      {done}))\n"
    )
