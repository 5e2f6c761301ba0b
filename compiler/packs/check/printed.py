"""Whether the tables that books print are there, with what their columns show."""

from __future__ import annotations

from typing import TYPE_CHECKING

from questwright.compiler.packs.check.lookup import entries, items, mapping, unknown
from questwright.compiler.packs.system.tables import rows_of, value_at

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from questwright.compiler.packs.read.tree import Json, Path, Tree
    from questwright.dsl.diagnostics import Diagnostic


def check_aids(tree: Tree) -> Iterator[Diagnostic]:
    """Find rows, legends, columns and settings of printed tables that are not there."""
    terrains: list[Json] = [*entries(tree, "terrains").values()]
    decks: dict[str, Json] = {
        word: [*mapping(deck.get("cards")).values()]
        for word, deck in entries(tree, "decks").items()
    }
    rules = {**mapping(tree.data.get("rules")), "terrains": terrains, "decks": decks}
    for word, aid in entries(tree, "aids").items():
        path = ("aids", word)
        name = str(aid.get("rows"))
        rows = rows_of(rules, name.split("."))
        if not rows:
            yield unknown(tree, (*path, "rows"), name, rules, "list in `rules`")
        name = str(aid.get("legend"))
        marks = rows_of(rules, name.split("."))
        if "legend" in aid and not (marks and all("mark" in row for row in marks)):
            yield unknown(tree, (*path, "legend"), name, rules, "list with `mark` in `rules`")
        for index, column in enumerate(items(aid.get("columns"))):
            value = str(mapping(column).get("value"))
            if rows and all(value_at(row, value) is None for row in rows):
                known = {field for row in rows for field in row}
                yield unknown(tree, (*path, "columns", index, "value"), value, known, "value")
        yield from _check_when(tree, path, aid)


def _check_when(tree: Tree, path: Path, aid: Mapping[str, Json]) -> Iterator[Diagnostic]:
    """Find settings, and words of them, that a table asks for and that are not there."""
    settings = entries(tree, "settings")
    for setting, words in mapping(aid.get("when")).items():
        place = (*path, "when", setting)
        if setting not in settings:
            yield unknown(tree, place, setting, settings, "setting")
            continue
        known = mapping(settings[setting].get("words"))
        for index, word in enumerate(items(words)):
            if word not in known:
                yield unknown(tree, (*place, index), str(word), known, "word of that setting")


def check_counters(tree: Tree) -> Iterator[Diagnostic]:
    """Find counters of locks that are not there, or do not show the values of their lock."""
    rules = mapping(tree.data.get("rules"))
    for word, lock in entries(tree, "locks").items():
        name = lock.get("counters")
        if not isinstance(name, str):
            continue
        rows = rows_of(rules, name.split("."))
        values = items(lock.get("values"))
        if not rows or any(str(value) not in row for row in rows for value in values):
            what = "list in `rules` with the values of this lock"
            yield unknown(tree, ("locks", word, "counters"), name, rules, what)


def check_interludes(tree: Tree) -> Iterator[Diagnostic]:
    """Find rows of interludes that are not there."""
    rules = mapping(tree.data.get("rules"))
    for word, interlude in entries(tree, "interludes").items():
        name = interlude.get("rows")
        if isinstance(name, str) and not rows_of(rules, name.split(".")):
            yield unknown(tree, ("interludes", word, "rows"), name, rules, "list among the rules")
