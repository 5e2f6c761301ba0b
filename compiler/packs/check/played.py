"""Tables that fights are rolled on and that books print: they are there, whole, and agree."""

from __future__ import annotations

from typing import TYPE_CHECKING

from questwright.compiler.packs import codes
from questwright.compiler.packs.read.tree import Json, Path, Tree, at, dotted
from questwright.compiler.packs.system.fights import ODDS
from questwright.compiler.packs.system.tables import rows_of, value_at
from questwright.dsl.diagnostics import Diagnostic, Label, did_you_mean, listed

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

_OF_ODDS = ("table", "tables", "several", "against", "enters", "behind", "worn")


def check_played(tree: Tree) -> tuple[Diagnostic, ...]:
    """What `fights` and `aids` say of the tables among the rules."""
    return (*_fights(tree), *_aids(tree))


# -- fights ------------------------------------------------------------------------------


def _fights(tree: Tree) -> Iterator[Diagnostic]:
    fights = _mapping(tree.data.get("fights"))
    rules = _mapping(tree.data.get("rules"))
    if fights.get("roll") != ODDS:
        for name in _OF_ODDS:
            if name in fights:
                reason = f"only `{ODDS}` reads a table"
                yield _wrong(tree, ("fights", name), reason, "leave it out")
        return
    named: list[tuple[Path, Json]] = [(("fights", "table"), fights.get("table"))]
    tables = _mapping(fights.get("tables"))
    named += [(("fights", "tables", word), table) for word, table in tables.items()]
    marks: set[str] = set()
    for path, given in named:
        name = str(given)
        table = rules.get(name)
        if not isinstance(table, dict) or "rows" not in table:
            yield _unknown(tree, path, name, rules, "table of `rules`")
            continue
        marks |= {str(row.get("mark")) for row in rows_of(table, ["results"])}
        if table.get("die") != fights.get("die"):
            yield _wrong(tree, path, f"that table rolls a die of {table.get('die')}", "use one die")
        yield from _cells(tree, ("rules", name), table)
    for rank, fall in _mapping(fights.get("falls")).items():
        given = _mapping(fall).get("marks")
        for index, one in enumerate(given if isinstance(given, list) else []):
            mark = str(_mapping(one).get("mark"))
            if mark not in marks:
                path = ("fights", "falls", rank, "marks", index, "mark")
                yield _unknown(tree, path, mark, marks, "result")


def _cells(tree: Tree, path: Path, table: Mapping[str, Json]) -> Iterator[Diagnostic]:
    """Every row has a cell for every column, and every cell is one of the results."""
    known = {str(row.get("mark")) for row in rows_of(table, ["results"])}
    rows = table.get("rows")
    width = 0
    for index, row in enumerate(rows if isinstance(rows, list) else []):
        place = (*path, "rows", index, "cells")
        cells = _mapping(row).get("cells")
        if not isinstance(cells, list) or not cells or len(cells) != (width or len(cells)):
            yield _wrong(tree, place, "every row has a cell for each column", "fill the row")
            continue
        width = len(cells)
        for number, cell in enumerate(cells):
            if cell not in known:
                yield _unknown(tree, (*place, number), str(cell), known, "result")


# -- what the book prints ------------------------------------------------------------------


def _aids(tree: Tree) -> Iterator[Diagnostic]:
    data = tree.data
    rules = {**_mapping(data.get("rules")), "terrains": [*_mapping(data.get("terrains")).values()]}
    settings = _mapping(data.get("settings"))
    for word, one in _mapping(data.get("aids")).items():
        aid, path = _mapping(one), ("aids", word)
        rows = rows_of(rules, str(aid.get("rows")).split("."))
        if not rows:
            yield _unknown(tree, (*path, "rows"), str(aid.get("rows")), rules, "list in `rules`")
        if "legend" in aid and not _marked(rows_of(rules, str(aid["legend"]).split("."))):
            name = str(aid["legend"])
            yield _unknown(tree, (*path, "legend"), name, rules, "list with `mark` in `rules`")
        columns = aid.get("columns")
        for index, column in enumerate(columns if isinstance(columns, list) else []):
            value = str(_mapping(column).get("value"))
            if rows and not any(value_at(row, value) is not None for row in rows):
                known = {name for row in rows for name in row}
                yield _unknown(tree, (*path, "columns", index, "value"), value, known, "value")
        for setting, words in _mapping(aid.get("when")).items():
            if setting not in settings:
                yield _unknown(tree, (*path, "when", setting), setting, settings, "setting")
                continue
            known = {*_mapping(_mapping(settings[setting]).get("words"))}
            for index, asked in enumerate(words if isinstance(words, list) else []):
                if asked not in known:
                    place = (*path, "when", setting, index)
                    yield _unknown(tree, place, str(asked), known, "word of that setting")


def _marked(rows: list[dict[str, object]]) -> bool:
    return bool(rows) and all("mark" in row for row in rows)


# -- findings ------------------------------------------------------------------------------


def _mapping(data: Json) -> Mapping[str, Json]:
    return data if isinstance(data, dict) else {}


def _wrong(tree: Tree, path: Path, reason: str, help_: str) -> Diagnostic:
    span = tree.span(path if at(tree.data, path) is not None else path[:-1])
    message = f"`{dotted(path)}` contradicts itself"
    return Diagnostic(codes.PACK_FORM, message, Label(span, "this cannot be"), (), reason, help_)


def _unknown(tree: Tree, path: Path, word: str, known: Iterable[str], what: str) -> Diagnostic:
    names = sorted(known)
    label = Label(tree.span(path), "named here")
    help_ = did_you_mean(word, names) or f"there are {listed(names) or 'none'}"
    message = f"there is no {what} `{word[:60]}`"
    return Diagnostic(codes.UNKNOWN_PACK_WORD, message, label, (), None, help_)
