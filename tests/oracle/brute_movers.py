"""Who gets where, hex by hex: a player without wits, who knows neither sets nor shifts.

It reads the pack as YAML and the board as the names in a compiled document, and has its own
arithmetic of hexes.
"""

from __future__ import annotations

import re

import yaml

from support.paths import PACKS

PACK = PACKS / "moor"
GAME = yaml.safe_load((PACK / "game.yaml").read_text(encoding="utf-8"))
WORDS = yaml.safe_load((PACK / "words.yaml").read_text(encoding="utf-8"))
ROUND = ["north-east", "east", "south-east", "south-west", "west", "north-west"]


def at(name):
    """(row, column), from nothing on."""
    letters, digits = re.fullmatch(r"([A-Z]+)(\d+)", name).groups()
    column = 0
    for letter in letters:
        column = column * 26 + ord(letter) - 64
    return int(digits) - 1, column - 1


def beside(cell, way):
    row, column = cell
    if way in {"east", "west"}:
        return row, column + (1 if way == "east" else -1)
    row += 1 if way.startswith("south") else -1
    # The rows that are set in lie half a hex to the right.
    if cell[0] % 2:
        return row, column + (1 if way.endswith("east") else 0)
    return row, column - (1 if way.endswith("west") else 0)


def turned(way, by):
    return ROUND[(ROUND.index(way) + by) % 6]


class Board:
    def __init__(self, document):
        self.floor = {at(one["name"]) for one in document["board"]["cells"]}
        self.ground = {
            at(cell): patch["word"]
            for patch in document["board"]["terrain"]
            for cell in patch["cells"]
        }
        self.shut = set()
        for one, other in document["board"]["walls"]:
            self.shut |= {(at(one), at(other)), (at(other), at(one))}
        self.areas = {one["id"]: {at(cell) for cell in one["cells"]} for one in document["areas"]}
        self.apart = set()
        """Pairs between which nothing stands."""
        self.portals = {}
        things = {one["id"]: one for one in document["things"]}
        for thing in things.values():
            if thing["kind"] == "ring":
                far = things[thing["link"]]["cells"][0]
                self.portals[at(thing["cells"][0])] = at(far)
            elif thing["blocks"]:
                self.floor -= {at(cell) for cell in thing["cells"]}
        for gate in document["gates"]:
            for one, other in gate["edges"]:
                pair = (at(one), at(other))
                if gate["form"] == "window":
                    self.shut |= {pair, pair[::-1]}
                elif gate["from"]:
                    self.apart |= {pair, pair[::-1]}
                    inside = self.areas[gate["from"]]
                    self.shut |= {(a, b) for a, b in (pair, pair[::-1]) if a not in inside}


class Walker:
    """A figure of some kind, in one state."""

    def __init__(self, board, word, value, placed=()):
        self.board = board
        self.kind = WORDS["kinds"][word]
        self.move = self.kind["values"][value]
        base = GAME["bases"][self.kind["base"]] if "base" in self.kind else None
        self.base = base
        self.begun = set(placed)
        self.known = {}
        called = {word, self.kind["rank"], *self.kind.get("traits", {}).values()}
        self.apart = {
            pair
            for name, terrain in GAME["terrains"].items()
            for other in terrain.get("apart_from", ())
            for pair in ((name, other), (other, name))
            if not called & set(terrain.get("climbed_by", ()))
        }
        self.flies = "winged" in self.kind.get("specials", [])
        self.wide = self.all_wide(*placed[:1]) if self.flies else set()
        self.costs = {}
        for name, terrain in GAME["terrains"].items():
            own = [cost for who, cost in terrain.get("costs", {}).items() if who in called]
            cost = max(own) if own else terrain.get("cost", 1)
            closed = called & set(terrain.get("closed_to", [])) or cost > self.move
            self.costs[name] = None if closed else cost

    def all_wide(self, begin):
        """What three hexes cover that slide and turn, from where the figure begins."""
        three = Walker.__new__(Walker)
        three.board, three.begun, three.known, three.flies = self.board, set(), {}, False
        three.base = {"facing": "east", "beside": ["east", "south-east"]}
        three.apart = self.apart
        three.kind, three.cost = {"side": ""}, lambda cell: 1 if cell in self.board.floor else None
        every = [(cell, way) for cell in self.board.floor for way in ROUND]
        waiting = [one for one in every if begin in three.body(*one) and three.fits(*one)]
        seen = set()
        while waiting:
            one = waiting.pop()
            if one not in seen:
                seen.add(one)
                waiting += [to for to, _ in three.steps(*one)]
        return {cell for one in seen for cell in three.body(*one)}

    def body(self, cell, facing):
        cells = [cell]
        if self.base:
            by = ROUND.index(facing) - ROUND.index(self.base["facing"])
            cells += [beside(cell, turned(way, by)) for way in self.base["beside"]]
        return cells

    def cost(self, cell):
        """What entering costs; None where it cannot."""
        if cell not in self.board.floor or cell in self.board.portals or not self.is_wide(cell):
            return None
        return 1 if self.flies else self.ground(cell)

    def ground(self, cell):
        word = self.board.ground.get(cell)
        return 1 if word is None else self.costs[word]

    def is_wide(self, cell):
        """Who flies needs room for three hexes that touch each other, all the way."""
        return not self.flies or cell in self.wide

    def fits(self, cell, facing):
        cells = self.body(cell, facing)
        if any(self.cost(one) is None and one not in self.begun for one in cells):
            return False
        # What the hex ahead alone comes onto, no other one covers.
        led = (self.base or {}).get("only_ahead", ())
        others = {*cells} - {beside(cell, facing)} - self.begun
        if any(self.board.ground.get(other) in led for other in others):
            return False
        pairs = [(a, b) for a in cells for b in cells if any(beside(a, way) == b for way in ROUND)]
        return not any(pair in self.board.apart or self.parts(*pair) for pair in pairs)

    def may_stop(self, cell):
        return not self.flies or cell in self.begun or self.ground(cell) is not None

    def parts(self, one, other):
        """Whether there is no stepping between two hexes that lie beside each other."""
        grounds = self.board.ground.get(one), self.board.ground.get(other)
        return (one, other) in self.board.shut or grounds in self.apart

    def steps(self, cell, facing):
        """Where one motion leads, and what it costs."""
        if (cell, facing) not in self.known:
            self.known[cell, facing] = [*self.motions(cell, facing)]
        return self.known[cell, facing]

    def motions(self, cell, facing):
        own = self.body(cell, facing)
        for way in ROUND:
            if any(self.parts(one, beside(one, way)) for one in own):
                continue
            new = [one for one in self.body(beside(cell, way), facing) if one not in own]
            costs = [self.cost(one) for one in new]
            if self.fits(beside(cell, way), facing) and None not in costs:
                pays = self.base.get("pays", "dearest") if self.base else "dearest"
                cost = max(costs)
                if pays == "most":
                    cost = max(costs, key=lambda cost: (costs.count(cost), cost))
                elif pays == "name":
                    cost = self.cost(beside(cell, way))
                if cost is not None:
                    yield (beside(cell, way), facing), cost
            if not self.base and beside(cell, way) in self.board.portals:
                yield from self.beyond(beside(cell, way), set())
        for by in (1, -1) if self.base else ():
            other = turned(facing, by)
            own = self.body(cell, facing)[1:]
            swung = self.body(cell, other)[1:]
            new = [one for one in swung if one not in own]
            crosses = any(self.parts(*pair) for pair in zip(own, swung, strict=True))
            if self.fits(cell, other) and not crosses and None not in map(self.cost, new):
                yield (cell, other), self.base.get("turn_cost", 0)

    def beyond(self, portal, entered):
        if portal in entered or self.kind["side"] != "wardens":
            return
        entered.add(portal)
        far = self.board.portals[portal]
        for way in ROUND:
            there = beside(far, way)
            if self.parts(far, there):
                continue
            if there in self.board.portals:
                yield from self.beyond(there, entered)
            elif self.cost(there) is not None:
                yield (there, "east"), self.cost(there)

    def turns(self, begins):
        """The hexes that are covered first in each turn."""
        stood = set(begins)
        covered = {cell for state in begins for cell in self.body(*state)}
        found = [set(covered)]
        while True:
            # Everything that one turn leads to, with what is left of the move.
            seen = set()
            waiting = [(state, self.move) for state in stood]
            while waiting:
                one = waiting.pop()
                if one in seen:
                    continue
                seen.add(one)
                state, left = one
                for to, cost in self.steps(*state):
                    if cost <= left:
                        waiting.append((to, left - cost))
            here = {state for state, _ in seen}
            new = {cell for state in here for cell in self.body(*state)} - covered
            stops = {state for state in here if self.may_stop(state[0])} - stood
            if not stops and not new:
                while found and not found[-1]:
                    found.pop()
                return found
            found.append(new)
            covered |= new
            stood |= stops
