"""Write the parts of a quest's document that are on the board or come from the game's pack.

Each function takes one value of the model and returns one object of the document.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from questwright.compiler.geometry.cliffs import climbs, drops, jump_of
from questwright.compiler.geometry.terrain import cost_of, cost_with_gear, gear_to_enter
from questwright.compiler.grid.cells import each_cell
from questwright.compiler.model.lowering import casts
from questwright.compiler.model.quest import UnknownSort
from questwright.compiler.odds.best import is_driven_back
from questwright.compiler.publish.document.crossing_part import crossing_part
from questwright.compiler.publish.document.lattice_part import lattice_part
from questwright.compiler.publish.document.terms import Terms, or_none, plain, words
from questwright.compiler.publish.document.tile_part import tile_parts

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from questwright.compiler.analysis.needs import NeededPiece
    from questwright.compiler.geometry.pushes import Push
    from questwright.compiler.model.board import Area, Barrier, Board, Gate, Lock, Patch, Tier
    from questwright.compiler.model.quest import Item, Quest, Thing
    from questwright.compiler.packs.read.tree import Json
    from questwright.compiler.packs.system.bases import Base
    from questwright.compiler.packs.system.cards import Gear
    from questwright.compiler.packs.system.fights import Fights
    from questwright.compiler.packs.system.system import Kind, SearchRules, Special, System
    from questwright.dsl.syntax import Allow, Expect


# -- the board --------------------------------------------------------------------------


def board_part(quest: Quest, system: System, terms: Terms) -> Json:
    """The board: its squares, walls, terrain, levels, barriers, crossings and tiles."""
    board, party = quest.board, quest.party
    names: dict[int, str] = {}
    for area in board.areas:
        for cell in each_cell(area.cells):
            names[cell] = area.id
    cells: list[Json] = []
    for cell in each_cell(board.floor):
        row, column = divmod(cell, board.stride)
        cells.append(
            {
                "name": terms.cell(cell),
                "row": row + 1,
                "column": column + 1,
                "area": names.get(cell),
            }
        )
    return {
        "drawing": system.grid.drawing,
        "lattice": lattice_part(board.lattice),
        "diagonal": system.grid.diagonal.value,
        "friends_block": system.grid.friends_block,
        "sees_past_figures": system.grid.sees_past_figures,
        "ruler": system.grid.ruler,
        "facings": words(system.grid.facings),
        "columns": board.columns,
        "rows": board.rows,
        "cells": cells,
        "solid": terms.cells(board.solid),
        "walls": _walls(board, terms),
        "terrain": [_patch_part(patch, quest, system, terms) for patch in board.terrain],
        "levels": [_tier_part(level, terms) for level in board.levels],
        "barriers": [_barrier_part(barrier, terms) for barrier in board.barriers],
        "jumps": _jumps(board, party, system) if board.levels else [],
        "crossings": [crossing_part(crossing, terms) for crossing in board.crossings],
        "tiles": tile_parts(quest, system, terms),
        "rules": words(system.grid.rules),
    }


def _patch_part(patch: Patch, quest: Quest, system: System, terms: Terms) -> Json:
    """A patch of terrain, with the move points that entering it costs each member."""
    party, move = quest.party, system.move_value
    items = gear_to_enter(patch.kind, quest.items)
    with_gear: dict[str, Json] = {}
    for member in party if items else ():
        with_gear[member.word] = cost_with_gear(patch.kind, member, move)
    return {
        "word": patch.kind.word,
        "title": patch.kind.title,
        "symbol": patch.kind.symbol,
        "cells": terms.cells(patch.cells),
        "costs": {member.word: cost_of(patch.kind, member, move) for member in party},
        "entered_with": [item.id for item in items],
        "costs_with": with_gear,
        "joins_levels": patch.kind.joins_levels,
        "holds": patch.kind.holds,
        "apart_from": words(patch.kind.apart_from),
        "climbed_by": [member.word for member in party if climbs(patch.kind, member)],
        "traits": plain(patch.kind.traits),
        "rules": words(patch.kind.rules),
        "origin": terms.origin(patch.origin),
    }


def _tier_part(tier: Tier, terms: Terms) -> Json:
    """The squares that lie on one level."""
    return {
        "word": tier.kind.word,
        "title": tier.kind.title,
        "height": tier.kind.height,
        "cells": terms.cells(tier.cells),
        "rules": words(tier.kind.rules),
        "origin": terms.origin(tier.origin),
    }


def _barrier_part(barrier: Barrier, terms: Terms) -> Json:
    """The edges on which barriers of one kind stand."""
    return {
        "word": barrier.kind.word,
        "title": barrier.kind.title,
        "sees": barrier.kind.sees,
        "jump_cost": barrier.kind.jump_cost,
        "edges": [terms.edge(edge) for edge in sorted(barrier.edges)],
        "traits": plain(barrier.kind.traits),
        "rules": words(barrier.kind.rules),
        "origin": terms.origin(barrier.origin),
    }


def _jumps(board: Board, party: Iterable[Kind], system: System) -> Json:
    """How members of the party jump down; empty if the board has nothing to jump from."""
    found: list[Json] = []
    jumps = {member.word: jump_of(member, system) for member in party}
    for jump in system.jumps.values():
        members = [word for word, own_jump in jumps.items() if own_jump is jump]
        if members:
            found.append(
                {
                    "word": jump.word,
                    "title": jump.title,
                    "members": words(members),
                    "die": jump.die,
                    "results": {
                        result: {"low": low, "high": high}
                        for result, (low, high) in jump.results.items()
                    },
                    "rules": words(jump.rules),
                }
            )
    return found if any(True for _ in drops(board)) else []


def _walls(board: Board, terms: Terms) -> Json:
    """The walls between two squares of the floor, as pairs of names."""
    found = sorted(board.walls_within(board.floor))
    return [[terms.cell(first), terms.cell(second)] for first, second in found]


def area_part(area: Area, terms: Terms) -> Json:
    """An area with the names of its squares."""
    return {
        "id": area.id,
        "title": area.title,
        "kind": area.kind.word,
        "kind_title": area.kind.title,
        "enclosed": area.kind.is_enclosed,
        "clear_by_sight": area.kind.clear_by_sight,
        "named": area.is_named,
        "cells": terms.cells(area.cells),
        "rules": words(area.kind.rules),
        "origin": terms.origin(area.origin),
    }


def gate_part(gate: Gate, quest: Quest, system: System, terms: Terms) -> Json:
    """A gate; its `lock` is None if it has no lock."""
    symbols = _symbols_by_state(gate, system)
    return {
        "id": gate.id,
        "title": gate.title,
        "kind": gate.kind.word,
        "kind_title": gate.kind.title,
        "form": gate.kind.form.value,
        "symbol": gate.kind.symbol,
        "open_symbol": symbols.get("open_symbol", gate.kind.symbol),
        "locked_symbol": symbols.get(_locked_symbol(gate), gate.kind.symbol),
        "edges": [terms.edge(edge) for edge in gate.edges],
        "cells": terms.cells(gate.cells),
        "areas": [quest.board.areas[number].id for number in gate.between],
        "open": gate.is_open,
        "opened_by": words(gate.kind.opened_by),
        "move_cost": gate.kind.move_cost,
        "action_cost": gate.kind.action_cost,
        "passes_large": gate.kind.passes_large,
        "only": words(gate.only),
        "from": quest.board.areas[gate.way_from].id if gate.way_from >= 0 else None,
        "shuts_after": gate.shuts_after or None,
        "lock": lock_part(gate.lock, quest, terms),
        "named": gate.is_named,
        "rules": words(gate.kind.rules),
        "origin": terms.origin(gate.origin),
    }


def lock_part(lock: Lock | None, quest: Quest, terms: Terms) -> Json:
    """What keeps a gate or a container shut; None where nothing does."""
    if lock is None:
        return None
    far = max((cast.spell.within for cast in casts(lock, quest)), default=1)
    return {
        "id": lock.id,
        "key": or_none(lock.key),
        "spent": lock.is_spent,
        "by": words(lock.by),
        "kind": lock.kind.word if lock.kind is not None else None,
        "within": None if far < 2 else far,
        "symbol": lock.kind.symbol if lock.kind is not None else "",
        "values": dict(lock.values),
        "note": lock.note,
        "origin": terms.origin(lock.origin),
    }


def _locked_symbol(gate: Gate) -> str:
    """The trait with the symbol of a gate that is not open."""
    return "barred_symbol" if gate.lock is not None and gate.lock.is_barred else "locked_symbol"


def _symbols_by_state(gate: Gate, system: System) -> dict[str, str]:
    """The symbols that the pack gives a kind of gate for some of its states."""
    traits = system.rules.get("gate_traits")
    own = traits.get(gate.kind.word) if isinstance(traits, Mapping) else None
    given = own if isinstance(own, Mapping) else {}
    return {key: part for key, part in given.items() if isinstance(part, str)}


def thing_part(
    thing: Thing,
    quest: Quest,
    unknown: UnknownSort | None,
    pushes: Sequence[Push],
    terms: Terms,
) -> Json:
    """A thing on the board, with what it blocks, and its squares if it is known where it is."""
    is_hidden = unknown is UnknownSort.THING
    return {
        "id": thing.id,
        "title": thing.title,
        "kind": thing.kind.word,
        "cells": [] if is_hidden else [terms.cell(cell) for cell in thing.cells],
        "unknown": unknown is not None,
        "facing": or_none(thing.facing),
        "area": None if is_hidden or thing.area < 0 else quest.board.areas[thing.area].id,
        "link": or_none(thing.link),
        "specials": words(special.word for special in thing.specials),
        "blocks": thing.blocks,
        "lock": lock_part(thing.lock, quest, terms),
        "pushed": pushed_part(thing, pushes, terms),
        "named": thing.is_named,
        "origin": terms.origin(thing.origin),
    }


def pushed_part(thing: Thing, pushes: Sequence[Push], terms: Terms) -> Json:
    """Who pushes a thing, and every way to do it; None if nobody pushes it."""
    if not thing.pushers:
        return None
    return {
        "by": words(thing.pushers),
        "ways": [
            {
                "from": terms.cell(push.start),
                "to": terms.cell(push.end),
                "stand": terms.cell(push.stand),
            }
            for push in pushes
        ],
    }


def item_part(item: Item, terms: Terms, *, is_hidden: bool) -> Json:
    """An item with its place when play begins: its holder, its square, or neither."""
    return {
        "id": item.id,
        "title": item.title,
        "alike": or_none(item.alike),
        "holder": None if is_hidden else or_none(item.holder),
        "cell": None if is_hidden or item.cell < 0 else terms.cell(item.cell),
        "brought": words(item.brought),
        "bound": item.is_bound,
        "unknown": is_hidden,
        "gear": item.gear.word if item.gear is not None else None,
        "card": or_none(item.card),
        "origin": terms.origin(item.origin),
    }


# -- the pack ---------------------------------------------------------------------------


def special_part(special: Special) -> Json:
    """A special of the game: which rules it changes for the figures that have it."""
    return {
        "word": special.word,
        "title": special.title,
        "text": special.text,
        "ranks": words(special.ranks),
        "passes": words(special.passes),
        "shares": words(special.shares),
        "stays": special.stays,
        "width": special.width,
        "effect": plain(special.effect),
        "source": special.source,
        "rules": words(special.rules),
    }


def kind_part(kind: Kind, fights: Fights | None) -> Json:
    """A kind of things, with the source of each of its values."""
    width, height = kind.footprint
    return {
        "word": kind.word,
        "category": kind.category.value,
        "title": kind.title,
        "plural": kind.plural,
        "group": or_none(kind.group),
        "symbol": kind.symbol,
        "side": or_none(kind.side),
        "rank": or_none(kind.rank),
        "width": width,
        "height": height,
        "base": _base_part(kind.base),
        "high": kind.is_high,
        "driven_back": (fights is not None and is_driven_back(kind, fights)) or None,
        "box": kind.box,
        "level": kind.level,
        "values": {
            name: {"value": value.value, "source": value.source, "rule": or_none(value.rule)}
            for name, value in kind.values.items()
        },
        "specials": words(special.word for special in kind.specials),
        "traits": plain(kind.traits),
        "rules": words(kind.rules),
    }


def _base_part(base: Base | None) -> Json:
    """The hexes that a base covers; None for a base of one hex."""
    if base is None:
        return None
    return {
        "word": base.word,
        "title": base.title,
        "facing": base.facing,
        "beside": words(base.beside),
        "corner": base.is_cornered,
        "pays": base.pays.value,
        "turn_cost": base.turn_cost,
        "rules": words(base.rules),
    }


def gear_part(gear: Gear) -> Json:
    """An item that the game has a card for."""
    return {
        "word": gear.word,
        "title": gear.title,
        "group": gear.group,
        "keywords": words(gear.keywords),
        "cost": gear.cost,
        "unique": gear.is_unique,
        "kept": gear.is_kept,
        "bound": gear.is_bound,
        "text": gear.text,
        "source": gear.source,
        "rules": words(gear.rules),
    }


def search_part(search: SearchRules | None) -> Json:
    """How areas are searched; None if the game has no searches."""
    if search is None:
        return None
    return {
        "action_cost": search.action_cost,
        "draws": search.draws,
        "container_draws": search.container_draws,
        "deck": or_none(search.deck),
        "passages_first": search.passages_first,
        "not_beside": search.not_beside,
        "wanderer_radius": search.wanderer_radius,
        "rules": words(search.rules),
    }


# -- needs and expectations ---------------------------------------------------------


def need_part(need: NeededPiece) -> Json:
    """How many of one component the quest needs: at the start, at most, and in the box."""
    return {
        "sort": need.sort.value,
        "word": need.word,
        "title": need.title,
        "plural": need.plural,
        "start": need.start,
        "most": need.most,
        "box": need.box,
        "moment": {
            "areas": words(need.moment.areas),
            "events": words(need.moment.events),
            "brought": need.moment.brought,
        },
    }


def expect_part(expect: Expect, terms: Terms) -> Json:
    """A claim about the quest that the designer expects to be proven."""
    rounds: Json = None
    if expect.rounds is not None:
        rounds = {"low": expect.rounds.low, "high": expect.rounds.high}
    return {
        "claim": expect.claim.value,
        "subject": expect.subject.text if expect.subject is not None else None,
        "without": words(name.text for name in expect.without),
        "rounds": rounds,
        "origin": terms.origin(expect.span),
    }


def allow_part(allow: Allow, terms: Terms) -> Json:
    """A finding that the designer allows, with the reason."""
    return {
        "finding": allow.code.text,
        "by": None if allow.by is None else allow.by.text,
        "reason": allow.reason.raw,
        "origin": terms.origin(allow.span),
    }
