"""Every figure of the rulebooks that a pack has: with its rule, its value, and its place there.

The tables in `figures/` were made by reading the rulebooks, and not the packs. A value that a
rulebook does not print is in none of them.
"""

from __future__ import annotations

import csv
import json
import re
from pathlib import Path
from typing import NamedTuple

import pytest

from questwright.compiler.assets import SYSTEMS_DIR
from questwright.compiler.packs.load import figures_of

TABLES = Path(__file__).with_name("figures")
GAMES = {
    "dragon-noir": "DN",
    "dungeon-saga": "DKQ",
    "dungeon-saga-origins": "DSO",
    "warhammer-quest": "WHQ",
}
"""Each game, and what the ids of its rules begin with."""
FEWEST = {"warhammer-quest": 40, "dungeon-saga": 130}
"""Figures of a rulebook that says little of its cards; of the others there are more than 200."""


class Printed(NamedTuple):
    """A figure of a rulebook."""

    rule: str
    figure: str
    value: object
    place: str


def printed(game: str) -> list[Printed]:
    with (TABLES / f"{game}.tsv").open(encoding="utf-8", newline="") as file:
        rows = csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE)
        return [
            Printed(row["rule"], row["figure"], json.loads(row["value"]), row["place"])
            for row in rows
        ]


class Pack:
    """The values of a pack by their places, of a list also all together."""

    def __init__(self, game: str) -> None:
        self.figures = {figure.path: figure for figure in figures_of(SYSTEMS_DIR / game)}
        self.lists: dict[str, list[str]] = {}
        for path in self.figures:
            if found := re.fullmatch(r"(.*)\[\d+\]", path):
                self.lists.setdefault(found[1], []).append(path)

    def places(self, place: str) -> list[str]:
        return [place] if place in self.figures else self.lists.get(place, [])

    def value(self, place: str) -> object:
        if place in self.figures:
            return self.figures[place].value
        return [self.figures[path].value for path in self.places(place)]


@pytest.fixture(scope="module", params=GAMES)
def game(request):
    return request.param


@pytest.fixture(scope="module")
def pack(game):
    return Pack(game)


def test_every_figure_of_the_rulebook_stands_in_the_pack(game, pack):
    rows = printed(game)
    assert len(rows) >= FEWEST.get(game, 201)
    # With their types: what is true is not 1.
    wrong = [
        (row, pack.value(row.place))
        for row in rows
        if json.dumps(pack.value(row.place)) != json.dumps(row.value)
    ]
    assert not wrong


def test_the_pack_says_that_they_are_the_rulebooks(game, pack):
    own = [
        path
        for row in printed(game)
        for path in pack.places(row.place)
        if pack.figures[path].source != "rulebook"
    ]
    assert not own


def test_every_number_that_is_the_rulebooks_stands_in_the_table(game, pack):
    known = {path for row in printed(game) for path in pack.places(row.place)}
    numbers = {
        path
        for path, figure in pack.figures.items()
        if figure.source == "rulebook" and type(figure.value) is int
    }
    assert not numbers - known


def test_every_rule_is_one_of_the_rulebook(game):
    assert all(re.fullmatch(rf"{GAMES[game]}-[A-F]\d+", row.rule) for row in printed(game))
    places = [row.place for row in printed(game)]
    assert len(places) == len({*places})
