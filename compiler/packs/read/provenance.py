"""Take out of data where its values come from: the rulebook, by rule, or ourselves.

Any mapping may carry ``source`` and ``rule``; they hold for everything beneath it until
something nearer says otherwise. A single value may be written ``{value: 5, rule: …}``.
A nearer ``source`` forgets the rules around it; a nearer ``rule`` keeps the source. What the
rulebook is the source of must name a rule; that is checked when the pack is whole.
"""

from __future__ import annotations

import re

from questwright.compiler.packs import codes
from questwright.compiler.packs.read.tree import Json, Origin, ParsedData, Path, Tree, dotted
from questwright.dsl.diagnostics import Diagnostic, Label
from questwright.dsl.records import NamedTuple

SOURCES = ("rulebook", "own")
_RULE = re.compile(r"[A-Z]{2,8}-[A-Z]{1,2}[0-9]{1,3}\Z")


class Figure(NamedTuple):
    """One value of a pack with its source, for lists of them."""

    path: str
    value: bool | int | str | None
    source: str
    rules: tuple[str, ...]


_NOWHERE = Origin("", ())


def take_origins(tree: Tree) -> tuple[ParsedData, tuple[Diagnostic, ...]]:
    """Return data without its provenance, that beside it, and findings about it."""
    taker = _Taker(tree)
    data = taker.take(tree.data, (), _NOWHERE)
    assert isinstance(data, dict)
    stripped = Tree(data, tree.keys, tree.values)
    return ParsedData(stripped, taker.origins), tuple(taker.findings)


def figures(sourced: ParsedData) -> tuple[Figure, ...]:
    """Return every text, number and flag of a pack with its source, in the order of the pack."""
    found: list[Figure] = []
    for path, value in _leaves(sourced.tree.data, ()):
        origin = sourced.origins.get(path, _NOWHERE)
        found.append(Figure(dotted(path), value, origin.source, origin.rules))
    return tuple(found)


def _leaves(data: Json, path: Path) -> list[tuple[Path, bool | int | str | None]]:
    if isinstance(data, dict):
        return [leaf for key, value in data.items() for leaf in _leaves(value, (*path, key))]
    if isinstance(data, list):
        return [leaf for at, value in enumerate(data) for leaf in _leaves(value, (*path, at))]
    return [(path, data)]


class _Taker:
    def __init__(self, tree: Tree) -> None:
        self.tree = tree
        self.origins: dict[Path, Origin] = {}
        self.findings: list[Diagnostic] = []

    def take(self, data: Json, path: Path, outer: Origin) -> Json:
        if isinstance(data, dict):
            origin = self._origin(data, path, outer)
            self.origins[path] = origin
            left = {key: value for key, value in data.items() if key not in {"source", "rule"}}
            if set(left) == {"value"} and not isinstance(left["value"], dict):
                return self.take(left["value"], path, origin)
            return {key: self.take(value, (*path, key), origin) for key, value in left.items()}
        self.origins[path] = outer
        if isinstance(data, list):
            return [self.take(value, (*path, at), outer) for at, value in enumerate(data)]
        return data

    def _origin(self, data: dict[str, Json], path: Path, outer: Origin) -> Origin:
        source, rules = outer
        if "source" in data:
            given = data["source"]
            if given not in SOURCES:
                self._add(
                    (*path, "source"), "`source` must be `rulebook` or `own`", "write one of them"
                )
            source, rules = str(given), ()
        if "rule" in data:
            rules = self._rules(data["rule"], (*path, "rule"))
            if not source:
                self._add(
                    (*path, "rule"),
                    "a rule is named here, but no source",
                    "write `source: rulebook` beside it",
                )
        return Origin(source, rules)

    def _rules(self, given: Json, path: Path) -> tuple[str, ...]:
        ids = given if isinstance(given, list) else [given]
        rules = tuple(str(id_) for id_ in ids)
        if not rules or not all(_RULE.match(rule) for rule in rules):
            self._add(path, "this is not the id of a rule", "write ids such as `ABC-F18`")
        return rules

    def _add(self, path: Path, message: str, help_: str) -> None:
        span = self.tree.span(path)
        reason = "every value of a pack says where it comes from"
        finding = Diagnostic(
            codes.UNSOURCED_VALUE, message, Label(span, dotted(path)[:80]), (), reason, help_
        )
        self.findings.append(finding)
