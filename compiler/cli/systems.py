"""`questwright systems`: lists the games, and the words that quests of each can use."""

from __future__ import annotations

import sys
import textwrap
from collections.abc import Mapping

from questwright.compiler.assets import SYSTEMS_DIR
from questwright.compiler.cli.systems_play import movement_of, sides_of
from questwright.compiler.geometry.cliffs import barrier_in_words, jump_of, results_in_words
from questwright.compiler.geometry.crossings import time_in_words
from questwright.compiler.model.words import drawn_deck, is_called
from questwright.compiler.packs.load import find_systems, load_system, pack_cache
from questwright.compiler.packs.system.casting import Does
from questwright.compiler.packs.system.clocks import RunsOut
from questwright.compiler.packs.system.crossings import CrossingKind
from questwright.compiler.packs.system.heights import BarrierKind, Level
from questwright.compiler.packs.system.locks import LockKind
from questwright.compiler.packs.system.placing import PlacementRules
from questwright.compiler.packs.system.sheets import Sheet, SheetShape
from questwright.compiler.packs.system.system import UPHOLDS, Category, GateKind, System, Terrain
from questwright.compiler.packs.system.turns import TurnRules
from questwright.compiler.report.terminal import render, safe
from questwright.dsl import limits
from questwright.dsl.diagnostics import did_you_mean

_RUN_OUT = {
    RunsOut.LAST: "when the last of it has been taken",
    RunsOut.MISSING: "when some should be taken and there is none",
}
_BY_CELL = (Does.TELEPORT, Does.LEVITATE, Does.PHASE)
_BY_MOVE = (Does.QUICKEN, Does.HASTEN)


def list_systems(name: str | None, *, with_limits: bool) -> int:
    """List the games, or all words of one of them, or the limits of the language."""
    if with_limits:
        sys.stdout.write(_limits())
        return 0
    folders = find_systems(SYSTEMS_DIR)
    wanted = sorted(folders) if name is None else [name]
    if name is not None and name not in folders:
        near = did_you_mean(name, folders) or f"there is {', '.join(sorted(folders))}"
        sys.stderr.write(f"there is no game called {safe(name)!r}\n  = help: {near}\n")
        return 2
    failed = False
    for id_ in wanted:
        system, findings, sources = load_system(folders[id_], pack_cache())
        if system is None:
            sys.stdout.write(render(findings, sources))
            failed = True
        elif name is None:
            tagline = system.texts.get("tagline")
            told = f" — {tagline}" if tagline else ""
            sys.stdout.write(f"{system.id}  {system.title}{told}\n")
        else:
            sys.stdout.write(words_of(system))
    return 1 if failed else 0


def words_of(system: System) -> str:
    """The words of a game, section by section."""
    lines = [f"{system.title}  ({system.id}, version {system.version})", ""]
    lines.append("Settings, one a line at the top of a quest:")
    for setting in system.settings.values():
        choice = f" ({', '.join(setting.words)})" if setting.words else ""
        lines.append(f"  {setting.word:16} {setting.text}{choice}")
    lines += sides_of(system)
    lines += ["", "What runs out, in conditions:"] if system.clocks else []
    lines += [
        f"  {f'{clock.word} {word}':22} {clock.title}: {_RUN_OUT[asked]}"
        for clock in system.clocks.values()
        for word, asked in clock.words.items()
    ]
    lines += ["", "Parts of the board:"]
    lines += [f"  {area.word:16} {area.title}" for area in system.areas.values()]
    if system.terrains:
        lines += ["", "What the ground is:"]
        lines += [
            f"  {terrain.word:16} {terrain.title}{_entering(terrain)}"
            for terrain in system.terrains.values()
        ]
    lines += _heights(system)
    lines += _spells(system)
    lines += _tiles(system)
    lines += _sections(system)
    lines += ["", "In walls, if no size is said:" if _standing(system) else "In walls:"]
    lines += [
        f"  {gate.word:16} {gate.title}{_gate(gate, system)}{_count(gate.box)}"
        for gate in system.gates.values()
    ]
    lines += ["", "Behind `locked`, what is broken rather than opened:"] if system.locks else []
    lines += [
        f"  {lock.word:16} {lock.title}{_breaking(lock)}{_besides(lock)}"
        for lock in system.locks.values()
    ]
    for category in Category:
        kinds = [kind for kind in system.kinds.values() if kind.category is category]
        if kinds:
            lines += ["", f"{_heading(category, system)}:"]
        for kind in kinds:
            word = f"{kind.group} {kind.word}" if kind.group else kind.word
            width, height = kind.footprint
            size = f", {width}x{height} {system.grid.cells}" if (width, height) != (1, 1) else ""
            size += (
                f", {len(kind.base.beside) + 1} {system.grid.cells}"
                if kind.base is not None
                else ""
            )
            rank = f", {kind.rank}" if kind.rank else ""
            lines.append(
                f"  {word:22} {kind.title}{rank}{size}{_count(kind.box)}{_placing(kind.placing)}"
            )
    lines += movement_of(system)
    lines += _values(system)
    lines += _specials(system)
    lines += ["", "Gear that events can give:"] if system.gear else []
    lines += [f"  {gear.word:22} {gear.title}, {gear.group}" for gear in system.gear.values()]
    lines += _cards(system)
    lines += _decks(system)
    lines += _victories(system)
    lines += _paper(system)
    return "".join(f"{safe(line)}\n" for line in (*lines, *_upheld(system)))


def _values(system: System) -> list[str]:
    """The values of figures, what may become of them, and what sides may be given."""
    lines = ["", "Values of figures, in `change`:"] if system.columns else []
    lines += [f"  {column.value:22} {column.title}" for column in system.columns]
    lines += ["", "What may become of a figure, in conditions:"] if system.states else []
    for state in system.states.values():
        whom = f", of {', '.join(state.of)}" if state.of else ""
        counted = ", with a number" if state.counts else ""
        lines.append(f"  {state.word:22} {state.title}{whom}{counted}")
    lines += ["", "What events give a side more of:"] if system.tokens else []
    lines += [
        f"  {token.word:22} {token.title}, {token.most} at once at the most, for {token.side}"
        for token in system.tokens.values()
    ]
    return lines


def _standing(system: System) -> bool:
    return any(gate.footprint is not None for gate in system.gates.values())


def _gate(gate: GateKind, system: System) -> str:
    """On what a gate stands, where that is no edge, and whether each has a lock."""
    told = ""
    if gate.footprint is not None:
        told = ", on {}x{} {}".format(*gate.footprint, system.grid.cells)
    return told + (", locked" if gate.is_locked else "")


def _placing(placing: PlacementRules) -> str:
    """The rules for placing a thing, and for clearing it away."""
    parts = [f"in one of {placing.hidden_in} places"] * bool(placing.hidden_in)
    parts += [f"with {', '.join(placing.needs)}"] * bool(placing.needs)
    parts += [f"kept free of {', '.join(placing.kept_free_of)}"] * bool(placing.kept_free_of)
    parts += [f"counted with {placing.counters}"] * bool(placing.counters)
    clearing = placing.clearing
    if clearing is not None:
        by = f" by {', '.join(clearing.by)}" if clearing.by else ""
        found = " once it is found" if clearing.is_searched_for else ""
        parts.append(f"“{clearing.title}”{by}{found}")
    parts += ["goes off under whoever enters"] * placing.springs
    return "".join(f", {part}" for part in parts)


def _upheld(system: System) -> list[str]:
    """The findings that enforce rules of the game, each with these rules."""
    upheld = system.rules.get(UPHOLDS)
    if not isinstance(upheld, Mapping):
        return []
    lines = ["", "Findings that hold a quest to rules of the game:"]
    for name, rules in upheld.items():
        if isinstance(rules, tuple):
            lines.append(f"  {name:30} {', '.join(map(str, rules))}")
    return lines


def _heights(system: System) -> list[str]:
    """Levels, barriers, crossings, and who jumps down."""
    lines = ["", "How high it lies:"] if system.levels else []
    lines += [
        f"  {level.word:16} {level.title}, {level.height:+d}{_besides(level)}"
        for level in system.levels.values()
    ]
    lines += ["", f"Between {system.grid.cells}, where nobody walks:"] if system.barriers else []
    lines += [
        f"  {barrier.word:16} {barrier.title}: {barrier_in_words(barrier)}{_besides(barrier)}"
        for barrier in system.barriers.values()
    ]
    lines += ["", "Between places that lie apart:"] if system.crossings else []
    lines += [
        f"  {crossing.word:16} {crossing.title}{_crossing(crossing, system.turns)}"
        for crossing in system.crossings.values()
    ]
    lines += ["", "Who jumps down:"] if system.jumps else []
    for jump in system.jumps.values():
        who = [kind.word for kind in system.kinds.values() if jump_of(kind, system) is jump]
        lines.append(f"  {jump.word:16} {jump.title}: {results_in_words(jump)}")
        lines += [
            f"{'':19}{line}" for line in textwrap.wrap(", ".join(who), 77, break_on_hyphens=False)
        ]
    return lines


def _spells(system: System) -> list[str]:
    """The spells that open ways, and who casts them."""
    casting = system.casting
    if casting is None:
        return []
    who = [
        kind.word
        for kind in system.kinds.values()
        if kind.side == system.party.word and any(is_called(kind, word) for word in casting.by)
    ]
    many = f"{casting.points} points for each level, a d{casting.die}"
    lines = ["", f"Spells by which somebody gets where nobody walks ({many}):"]
    lines += [f"{'':19}{line}" for line in textwrap.wrap(f"cast by {', '.join(who)}", 77)]
    for spell in casting.spells:
        each = f" for each {system.grid.cell}" if spell.does in _BY_CELL else ""
        each = " for each point of a move" if spell.does in _BY_MOVE else each
        points = f"{spell.points} point{'s' * (spell.points > 1)}{each}"
        barred = f", not with {' or '.join(spell.unless)}" if spell.unless else ""
        lines.append(f"  {spell.word:16} {spell.title}: {points}{barred}")
    return lines


def _besides(kind: LockKind | Level | BarrierKind) -> str:
    """What a word means besides, in the pack's own words."""
    return f". {kind.text}" if kind.text else ""


def _breaking(lock: LockKind) -> str:
    """The numbers that a kind of lock takes, and who can break it."""
    numbers = f", with {' and '.join(lock.values)}" if lock.values else ""
    spells = lock.lowered.spells if lock.lowered is not None else ()
    lowered = f", lowered by {' or '.join(spell.title for spell in spells)}" if spells else ""
    return numbers + (f", by {' or '.join(lock.by)} alone" if lock.by else "") + lowered


def _victories(system: System) -> list[str]:
    """The degrees of victory, and the prices of musters."""
    lines = ["", "How well a side wins, behind it in a `victory`:"] if system.degrees else []
    lines += [f"  {degree.word:16} {degree.title}" for degree in system.degrees.values()]
    lines += ["", "What a `muster` buys:"] if system.musters.prices else []
    lines += [
        f"  {word:16} {price} {'point' if price == 1 else 'points'}"
        for word, price in system.musters.prices.items()
    ]
    return lines


_SHEETS = {
    SheetShape.TRACK: "the rounds to count, and what happens in which",
    SheetShape.ORDER: "all figures of each side by group, with their values",
    SheetShape.BOXES: "boxes to tick",
    SheetShape.GROUPS: "a card for each `group`",
    SheetShape.PLACEMENT: "to write down what is bought or hidden in secret",
}


def _paper(system: System) -> list[str]:
    """What the book prints besides the quest: sheets, tables, and records of a campaign."""
    heading = "Sheets that the book prints where there is something to put on them:"
    lines = ["", heading] if system.sheets else []
    lines += [f"  {sheet.word:16} {_sheet(sheet)}" for sheet in system.sheets]
    lines += ["", "Tables that the book prints for the players:"] if system.aids else []
    for aid in system.aids:
        asked = (f"{word} {' or '.join(words)}" for word, words in aid.when.items())
        lines.append(
            f"  {aid.word:22} {aid.title}{''.join(f', for {setting}' for setting in asked)}"
        )
    lines += ["", "What a member of the party keeps in a campaign:"] if system.records else []
    lines += [f"  {record.word:16} {record.title}" for record in system.records.values()]
    return lines


def _sheet(sheet: Sheet) -> str:
    whom = f", for {', '.join(sheet.whom)}" if sheet.whom else ""
    return f"{sheet.title}: {_SHEETS[sheet.shape]}{whom}"


def _crossing(kind: CrossingKind, turns: TurnRules) -> str:
    """The time that a kind of crossing takes, and who may take it."""
    time = time_in_words(kind.rounds, kind.cost, turns)
    step = f", a multiple of {kind.rounds_step}" if kind.rounds_step > 1 else ""
    least = " at least" if kind.rounds else ""
    words = [f"{time}{least}{step}"]
    words += ["one way"] * kind.is_one_way
    words += ["to be launched"] * kind.is_vessel
    words += [f"{kind.seats} at a time"] if kind.seats is not None else []
    words += (
        [f"rowed {kind.rows} a {turns.one} on {', '.join(kind.floats_on)}"] if kind.rows else []
    )
    words += [f"for {', '.join(kind.only)} alone"] if kind.only else []
    return "".join(f", {word}" for word in words)


def _entering(terrain: Terrain) -> str:
    """What entering a terrain costs, whom it is closed to, and from where nobody enters it."""
    costs = {"": terrain.cost, **terrain.costs}
    prices = ", ".join(
        f"{cost} for {word}" if word else f"costs {cost}" for word, cost in costs.items()
    )
    words = [prices, *(f"not for {word}" for word in terrain.closed_to)]
    if terrain.entered_with:
        words.append(f"except with {' or '.join(terrain.entered_with)}")
    if terrain.apart_from:
        words.append(f"apart from {' and '.join(terrain.apart_from)}")
    if terrain.climbed_by:
        words.append(f"but for {' and '.join(terrain.climbed_by)}")
    return "".join(f", {word}" for word in words)


def _tiles(system: System) -> list[str]:
    """The printed maps, with their sides; and the kinds of edges that are joined."""
    if not system.tiles:
        return []
    lines = ["", "Maps, to be laid with `tile` and joined with `join`:"]
    for tile in system.tiles.values():
        sides = ", ".join(
            f"{side.side}{f' ({side.name})' if side.name else ''} {side.join}"
            for side in tile.sides
            if side.join
        )
        barred = f", not for {', '.join(tile.not_for)}" if tile.not_for else ""
        label = f"{tile.title}{_count(tile.box)}{barred}"
        lines.append(f"  {tile.word:16} {label}: {sides or 'not joined'}")
    if system.joins:
        lines += ["", "Edges of maps:"]
    for join in system.joins.values():
        joined = f"to {' or '.join(join.joins)}" if join.joins else "to nothing"
        lines.append(f"  {join.word:16} {join.title}, {joined}")
    return lines


def _sections(system: System) -> list[str]:
    """The sorts of sections, and the make-up of the deck."""
    rules = system.dealing
    if rules is None:
        return []
    lines = ["", f"Sections of a `deck`, {rules.top} cards above {rules.below} with the objective:"]
    for sort in system.sections.values():
        tiles = [tile for tile in system.tiles.values() if tile.section == sort.word]
        cards = ", ".join(
            tile.word if sort.is_objective else f"{tile.cards} {tile.word}" for tile in tiles
        )
        lines.append(
            f"  {sort.word:16} {sort.plural if tiles[1:] else sort.title}: {cards or 'none'}"
        )
    return lines


def _specials(system: System) -> list[str]:
    if not system.specials:
        return []
    lines = ["", "What a figure can be granted, behind `with`:"]
    for special in system.specials.values():
        ranks = f", for {' or '.join(special.ranks)}" if special.ranks else ""
        lines.append(f"  {special.word:22} {special.title}{ranks}")
    return lines


def _decks(system: System) -> list[str]:
    """The decks, each with its cards and how many of each it has."""
    if not system.decks:
        return []
    lines = ["", "Decks, each with its cards, which `cards` changes:"]
    for deck in system.decks.values():
        cards = ", ".join(f"{card.copies} {card.word}" for card in deck.cards)
        lines.append(f"  {deck.word:16} {deck.title}: {cards}")
    return lines


def _cards(system: System) -> list[str]:
    deck = drawn_deck(system)
    if deck is None:
        return []
    lines = ["", f"Cards that events can give, by name or as `give 2 {deck.word}`:"]
    for card in deck.cards:
        kept = ", kept" if card.gear else ""
        lines.append(f"  {card.word:22} {card.title}{kept}, {card.copies} in the deck")
    return lines


_HEADINGS = {
    Category.START: "Where the party begins",
    Category.FIGURE: "Figures",
    Category.FURNITURE: "Furniture",
    Category.CONTAINER: "Things to search",
    Category.OBSTACLE: "What closes {cells}",
    Category.PORTAL: "Portals, in pairs: `{word} near-end to far-end`",
    Category.TRAP: "{Cells} for traps: `{word}{facing}`",
    Category.SPAWN_POINT: "Where figures come into play",
    Category.TOKEN: "Tokens that your quest gives a meaning to",
}


def _heading(category: Category, system: System) -> str:
    cells, facings = system.grid.cells, system.grid.facings
    word = next((kind.word for kind in system.kinds.values() if kind.category is category), "")
    facing = f" facing {facings[1 % len(facings)]}" if facings else ""
    heading = _HEADINGS[category]
    return heading.format(cells=cells, Cells=cells.capitalize(), word=word, facing=facing)


def _count(box: int | None) -> str:
    return "" if box is None else f", {box} in the box"


def _limits() -> str:
    rows = (
        (f"{limits.FILE_BYTES:,}", "bytes of a quest file"),
        (f"{limits.NESTING}", "blocks inside each other"),
        (f"{limits.LINE_CHARACTERS:,}", "characters of a line"),
        (f"{limits.PROSE_CHARACTERS:,}", "characters of a text in triple quotes"),
        (f"{limits.DRAWING_SIDE}", "cells of a board, in either direction"),
        (f"{limits.FINDINGS}", "mistakes in the text of a file that are told at once"),
        (f"{limits.QUEST_FINDINGS}", "findings of one quest that are told at once"),
        (f"{limits.PACK_FINDINGS}", "findings of one pack that are told at once"),
        (f"{limits.COMBINING_MARKS}", "combining marks on a letter"),
        (f"{limits.NAME_CHARACTERS}", "characters of a name"),
        (f"{limits.INCLUDED_FILES}", "files included by a file, and by those"),
        (f"{limits.INCLUDE_DEPTH}", "files that include each other in a chain"),
        (f"{limits.INCLUDED_BYTES:,}", "bytes of all files that a file includes"),
        (f"{limits.QUESTS}", "quests of a file and of those that it includes"),
        (f"{limits.EVENTS:,}", "events of a quest"),
        (f"{limits.RUN_FILES:,}", "quest files of one run"),
    )
    return "".join(f"{number:>10}  {what}\n" for number, what in rows)
