"""Whether the conditions of a pack, under which a side wins in every quest, can be read."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from questwright.compiler.packs import codes
from questwright.compiler.packs.check.lookup import entries, mapping
from questwright.compiler.packs.read.conditions import read_condition
from questwright.compiler.packs.read.tree import dotted
from questwright.dsl.diagnostics import Diagnostic, Label, did_you_mean, listed
from questwright.dsl.parser import QuestParser
from questwright.dsl.syntax import AllOf, AnyOf, NoneOf

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from questwright.compiler.packs.read.tree import Path, Tree
    from questwright.dsl.syntax import Condition, Predicate

_CLOCKS: Final = ("round", "rounds", "turn")
_LINKING: Final = ("is", "are")
_DEFEATED: Final = "defeated"


def check_conditions(tree: Tree) -> Iterator[Diagnostic]:
    """Find victories of all quests that cannot be read, or that no quest could ever see."""
    for word, side in entries(tree, "sides").items():
        if "default_victory" not in side:
            continue
        path = ("sides", word, "default_victory")
        condition = read_condition(str(side["default_victory"]), word, "", QuestParser())
        if condition is None:
            yield _refuse(
                tree,
                path,
                "is no condition",
                "this cannot be read",
                "write a condition of the quest language on one line, like "
                f"`all {_party(tree)} {_DEFEATED}`",
            )
            continue
        for predicate in _predicates(condition):
            yield from _check_predicate(tree, path, predicate)


def _check_predicate(tree: Tree, path: Path, predicate: Predicate) -> Iterator[Diagnostic]:
    subject = predicate.subject.text
    verbs = [verb.text for verb in predicate.verb if verb.text not in _LINKING]
    is_compared = predicate.number is not None or predicate.numbers is not None
    if subject in _CLOCKS and is_compared:
        return
    clock = entries(tree, "clocks").get(subject)
    if clock is not None and len(verbs) == 1 and verbs[0] in mapping(clock.get("words")):
        return
    known = _subjects(tree)
    if subject not in known:
        yield _refuse(
            tree,
            path,
            "speaks of something that no quest has",
            f"there is no `{subject[:60]}`",
            did_you_mean(subject, known) or f"a condition of a pack is about {listed(known)}",
        )
        return
    states = [_DEFEATED, *(str(state) for state in entries(tree, "states"))]
    if len(verbs) != 1 or verbs[0] not in states or predicate.clause is not None:
        yield _refuse(
            tree,
            path,
            "asks for something that is not so in every quest",
            f"not one of {listed(states)}",
            did_you_mean(verbs[0], states) or f"say of whom it is about that they are {states[0]}"
            if verbs
            else f"say behind it one of {listed(states)}",
        )


def _subjects(tree: Tree) -> Sequence[str]:
    """Return the words for members of a side, and for figures."""
    sides = entries(tree, "sides").values()
    found = [str(side.get(field)) for side in sides for field in ("one", "many")]
    for word, kind in entries(tree, "kinds").items():
        if kind.get("category") == "figure":
            plural = str(kind.get("plural")).lower().replace(" ", "-")
            found += [word, f"{word}s", plural]
    return tuple(dict.fromkeys(found))


def _party(tree: Tree) -> str:
    sides = entries(tree, "sides").values()
    return next((str(side.get("many")) for side in sides if side.get("party")), "members")


def _predicates(condition: Condition) -> Iterator[Predicate]:
    if isinstance(condition, AnyOf | AllOf):
        for part in condition.parts:
            yield from _predicates(part)
    elif isinstance(condition, NoneOf):
        yield from _predicates(condition.part)
    else:
        yield condition


def _refuse(tree: Tree, path: Path, message: str, label: str, help_: str) -> Diagnostic:
    return Diagnostic(
        codes.PACK_FORM,
        f"`{dotted(path)}` {message}",
        Label(tree.span(path), label),
        (),
        "this side wins by it in every quest",
        help_,
    )
