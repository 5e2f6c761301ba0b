"""Put what a pack says and where that comes from into one mapping, to be kept and decoded."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Final

    from questwright.compiler.packs.read.tree import Json, ParsedData, Path

_SINGLE: Final = ("grid", "search", "fights", "casting", "dealing", "theme")
"""Sections that are one value each."""
_HANDED_ON: Final = ("rules", "ranks")
"""Sections that are handed on as they are written."""


def plain_data(
    pack: ParsedData,
    tile_texts: Sequence[Mapping[str, Json]],
    symbols: Sequence[Mapping[str, Json]],
    typeface: Mapping[str, Json],
) -> dict[str, Json]:
    """Return the data of a sound pack, with provenance in its entries, and its files.

    Each single section and each column has `rules`, the ids of all rules behind it. Each entry of
    the other sections has `rules` and `source`, and each card `source`. A value of a kind is a list
    of value, source and rule. No default is filled in.
    """
    rules = _rules_behind(pack)
    plain: dict[str, Json] = {**pack.tree.data}
    plain["tile_texts"] = [{**text} for text in tile_texts]
    plain["symbols"] = [{**symbol} for symbol in symbols]
    plain["typeface_file"] = {**typeface}
    columns = pack.tree.data.get("columns")
    if isinstance(columns, list):
        plain["columns"] = [
            {**own, "rules": [*rules.get(("columns", number), ())]}
            for number, own in enumerate(columns)
            if isinstance(own, dict)
        ]
    for section, content in pack.tree.data.items():
        if not isinstance(content, dict) or section in _HANDED_ON:
            continue
        if section in _SINGLE:
            plain[section] = {**content, "rules": [*rules.get((section,), ())]}
            continue
        plain[section] = {
            word: _with_origins(pack, (section, word), entry, rules)
            for word, entry in content.items()
        }
    return plain


def _with_origins(
    pack: ParsedData, path: Path, entry: Json, rules: Mapping[Path, Mapping[str, None]]
) -> Json:
    if not isinstance(entry, dict):
        return entry
    plain = {**entry, "rules": [*rules.get(path, ())], "source": pack.origins[path].source}
    values, cards = entry.get("values"), entry.get("cards")
    if path[0] == "kinds" and isinstance(values, dict):
        plain["values"] = {
            name: _sourced(pack, (*path, "values", name), value) for name, value in values.items()
        }
    if path[0] == "decks" and isinstance(cards, dict):
        plain["cards"] = {
            word: {**card, "source": pack.origins[*path, "cards", word].source}
            for word, card in cards.items()
            if isinstance(card, dict)
        }
    return plain


def _sourced(pack: ParsedData, path: Path, value: Json) -> Json:
    origin = pack.origins[path]
    rule = origin.rules[0] if origin.source == "rulebook" and origin.rules else ""
    return [value, origin.source, rule]


def _rules_behind(pack: ParsedData) -> Mapping[Path, Mapping[str, None]]:
    """Return the rules behind each section and each of its entries, and behind all they hold."""
    found: dict[Path, dict[str, None]] = {}
    for path, origin in pack.origins.items():
        for depth in (1, 2):
            if origin.rules and len(path) >= depth:
                found.setdefault(path[:depth], {}).update(dict.fromkeys(origin.rules))
    return found
