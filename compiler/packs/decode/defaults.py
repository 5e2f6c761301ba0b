"""A pack with every default said: the plain form that is kept in the cache and built from."""

from __future__ import annotations

from typing import TYPE_CHECKING

from questwright.compiler.packs.decode.casting import plain_casting
from questwright.compiler.packs.normal_board import BoardNormaliser, Entry, plain_list

if TYPE_CHECKING:
    from questwright.compiler.packs.read.provenance import ParsedData
    from questwright.compiler.packs.read.tree import Json, Path


def normalise(pack: ParsedData) -> dict[str, Json]:
    """The plain form of a pack whose form and words have been checked."""
    return _Normaliser(pack).all()


class _Normaliser(BoardNormaliser):
    def all(self) -> dict[str, Json]:
        system = self._mapping(self.data.get("system"))
        return {
            "id": system["id"],
            "title": system["title"],
            "version": system["version"],
            "theme": system["theme"],
            "grid": self._grid(),
            "sides": [self._side(entry) for entry in self._entries("sides")],
            "areas": [self._area(entry) for entry in self._entries("areas")],
            "default_area": self.data["default_area"],
            "gates": [self._gate(entry) for entry in self._entries("gates")],
            "locks": [self._lock(entry) for entry in self._entries("locks")],
            "terrains": [self._terrain(entry) for entry in self._entries("terrains")],
            "bases": [self._base(entry) for entry in self._entries("bases")],
            "levels": [self._level(entry) for entry in self._entries("levels")],
            "barriers": [self._barrier(entry) for entry in self._entries("barriers")],
            "crossings": [self._crossing(entry) for entry in self._entries("crossings")],
            "jumps": [self._jump(entry) for entry in self._entries("jumps")],
            "specials": [self._special(entry) for entry in self._entries("specials")],
            "kinds": [self._kind(entry) for entry in self._entries("kinds")],
            "settings": [self._setting(entry) for entry in self._entries("settings")],
            "gear": [self._item(entry) for entry in self._entries("gear")],
            "decks": [self._deck(entry) for entry in self._entries("decks")],
            "records": [self._record(entry) for entry in self._entries("records")],
            "degrees": [self._degree(entry) for entry in self._entries("degrees")],
            "interludes": [self._interlude(entry) for entry in self._entries("interludes")],
            "aids": [self._aid(entry) for entry in self._entries("aids")],
            "sheets": [self._sheet(entry) for entry in self._entries("sheets")],
            "columns": self.data.get("columns", []),
            "search": self._search(),
            "fights": self._fights(),
            "casting": self._casting(),
            "prices": self.data.get("prices", {}),
            "move_value": self.data["move_value"],
            "moves": [
                {"at_home": [], "elsewhere": "", **self._mapping(one)}
                for one in plain_list(self.data.get("moves", []))
            ],
            "actions_per_turn": self.data["actions_per_turn"],
            "states": self.data.get("states", []),
            "coins": self.data.get("coins", []),
            "tile_limit": self.data.get("tile_limit"),
            "tiles": [self._tile(entry) for entry in self._entries("tiles")],
            "joins": [self._join(entry) for entry in self._entries("joins")],
            "rules": self._rules(),
            "texts": self.data.get("texts", {}),
        }

    def _side(self, side: Entry) -> Json:
        return {
            "word": side.word,
            "title": side.get("title"),
            "one": side.get("one"),
            "many": side.get("many"),
            "is_party": side.get("party", default=False),
            "default_victory": side.get("default_victory"),
            "default_victory_text": side.get("default_victory_text"),
            "rules": self._behind(side.path),
        }

    def _special(self, special: Entry) -> Json:
        return {
            "word": special.word,
            "title": special.get("title"),
            "text": special.get("text"),
            "ranks": special.get("ranks", []),
            "passes": special.get("passes", []),
            "shares": special.get("shares", []),
            "stays": special.get("stays", default=False),
            "width": special.get("width", 1),
            "effect": special.get("effect", {}),
            "source": self.pack.origins[special.path].source,
            "rules": self._behind(special.path),
        }

    def _base(self, base: Entry) -> Json:
        return {
            "word": base.word,
            "title": base.get("title"),
            "facing": base.get("facing"),
            "beside": base.get("beside"),
            "is_cornered": base.get("corner", default=False),
            "pays": base.get("pays", "dearest"),
            "turn_cost": base.get("turn_cost", 0),
            "only_ahead": base.get("only_ahead", []),
            "rules": self._behind(base.path),
        }

    def _kind(self, kind: Entry) -> Json:
        across, down = str(kind.get("footprint", "1x1")).split("x")
        values = self._mapping(kind.get("values", {}))
        return {
            "word": kind.word,
            "category": kind.get("category"),
            "title": kind.get("title"),
            "plural": kind.get("plural"),
            "group": kind.get("group"),
            "symbol": kind.get("symbol"),
            "side": kind.get("side"),
            "rank": kind.get("rank"),
            "footprint": [int(across), int(down)],
            "base": kind.get("base"),
            "is_high": kind.get("high", default=False),
            "box": kind.get("box", None),
            "real": kind.get("real", None),
            "placing": {
                "hidden_in": kind.get("hidden_in", 0),
                "needs": kind.get("needs", []),
                "kept_free_of": kind.get("kept_free_of", []),
                "counters": kind.get("counters"),
                "clearing": {"takes": 1, **self._mapping(kind.get("cleared_by"))}
                if "cleared_by" in kind.data
                else None,
            },
            "table": kind.get("table"),
            "level": kind.get("level", 0),
            "values": {
                name: self._sourced(value, (*kind.path, "values", name))
                for name, value in values.items()
            },
            "specials": kind.get("specials", []),
            "traits": kind.get("traits", {}),
            "rules": self._behind(kind.path),
        }

    def _sourced(self, value: Json, path: Path) -> Json:
        origin = self.pack.origins[path]
        rule = origin.rules[0] if origin.source == "rulebook" and origin.rules else ""
        return [value, origin.source, rule]

    def _setting(self, setting: Entry) -> Json:
        words = self._mapping(setting.get("words", {}))
        shape = setting.get("shape")
        silent: Json = None
        if shape == "flag":
            silent = False
        elif shape in {"kinds", "words"}:
            silent = []
        return {
            "word": setting.word,
            "title": setting.get("title"),
            "shape": shape,
            "role": setting.get("role"),
            "side": setting.get("side"),
            "category": setting.get("category"),
            "ranks": setting.get("ranks", []),
            "words": list(words),
            "minimum": setting.get("minimum", 0),
            "maximum": setting.get("maximum", len(words)),
            "step": setting.get("step", 1),
            "default": setting.get("default", silent),
            "conflicts": self._conflicts(setting),
            "figures": setting.get("figures", {}),
            "tables_for": setting.get("tables_for", {}),
            "is_required": setting.get("required", default=False),
            "is_whole": setting.get("whole", default=False),
            "text": setting.get("text"),
            "rules": self._behind(setting.path),
        }

    def _conflicts(self, setting: Entry) -> Json:
        pairs: set[tuple[str, str]] = set()
        for word, others in self._mapping(setting.get("conflicts", {})).items():
            for other in others if isinstance(others, list) else []:
                pairs |= {(word, str(other)), (str(other), word)}
        words = sorted({word for word, _ in pairs})
        return {word: [other for pair, other in sorted(pairs) if pair == word] for word in words}

    def _item(self, item: Entry) -> Json:
        return {
            "word": item.word,
            "title": item.get("title"),
            "group": item.get("group"),
            "keywords": item.get("keywords", []),
            "cost": item.get("cost", None),
            "is_unique": item.get("unique", default=False),
            "is_kept": item.get("kept", default=False),
            "text": item.get("text"),
            "source": self.pack.origins[item.path].source,
            "rules": self._behind(item.path),
        }

    def _deck(self, deck: Entry) -> Json:
        cards: list[Json] = []
        for word, card in self._mapping(deck.get("cards")).items():
            card_data = self._mapping(card)
            cards.append(
                {
                    "word": word,
                    "title": card_data["title"],
                    "count": card_data["count"],
                    "icons": card_data.get("icons", []),
                    "text": card_data["text"],
                    "gear": card_data.get("gear", ""),
                    "does": self._mapping(card_data.get("effect", {})).get("do", ""),
                    "source": self.pack.origins[*deck.path, "cards", word].source,
                }
            )
        return {
            "word": deck.word,
            "title": deck.get("title"),
            "cards": cards,
            "rules": self._behind(deck.path),
        }

    def _record(self, record: Entry) -> Json:
        return {
            "word": record.word,
            "title": record.get("title"),
            "is_number": record.get("shape") == "number",
            "text": record.get("text"),
            "rules": self._behind(record.path),
        }

    def _degree(self, degree: Entry) -> Json:
        return {
            "word": degree.word,
            "title": degree.get("title"),
            "text": degree.get("text", ""),
            "rules": self._behind(degree.path),
        }

    def _keys(self, entry: Entry, name: str) -> list[Json]:
        """The keys of a path with dots between; none where nothing is said."""
        return [*str(entry.get(name)).split(".")] if name in entry.data else []

    def _aid(self, aid: Entry) -> Json:
        return {
            "word": aid.word,
            "title": aid.get("title"),
            "text": aid.get("text"),
            "when": aid.get("when", {}),
            "rows": self._keys(aid, "rows"),
            "columns": aid.get("columns"),
            "legend": self._keys(aid, "legend"),
            "rules": self._behind(aid.path),
        }

    def _sheet(self, sheet: Entry) -> Json:
        boxes = [self._mapping(one) for one in plain_list(sheet.get("boxes", []))]
        return {
            "word": sheet.word,
            "shape": sheet.get("shape"),
            "title": sheet.get("title"),
            "text": sheet.get("text"),
            "whom": sheet.get("for", []),
            "boxes": [{"count": 0, "value": "", "more": {}, **box} for box in boxes],
            "rules": self._behind(sheet.path),
        }

    def _interlude(self, interlude: Entry) -> Json:
        return {
            "word": interlude.word,
            "title": interlude.get("title"),
            "text": interlude.get("text"),
            "most": interlude.get("most", 1),
            "follows": interlude.get("follows", []),
            "rows": self._keys(interlude, "rows"),
            "columns": interlude.get("columns", []),
            "rules": self._behind(interlude.path),
        }

    def _search(self) -> Json:
        if "search" not in self.data:
            return None
        search = self._mapping(self.data["search"])
        return {
            "action_cost": search["action_cost"],
            "draws": search["draws"],
            "container_draws": search["container_draws"],
            "deck": search["deck"],
            "wanderer_radius": search.get("wanderer_radius", 0),
            "wakes": search.get("wakes", []),
            "alarm": search.get("alarm"),
            "rules": self._behind(("search",)),
        }

    def _fights(self) -> Json:
        if "fights" not in self.data:
            return None
        fights = self._mapping(self.data["fights"])
        attacks = self._mapping(fights["attacks"])
        falls = self._mapping(fights["falls"])
        return {
            "roll": fights["roll"],
            "die": fights["die"],
            "fewest": fights.get("fewest", 0),
            "table": fights.get("table", ""),
            "tables": fights.get("tables", {}),
            "several": fights.get("several", 0),
            "against": fights.get("against", {}),
            "enters": fights.get("enters", False),
            "attacks": [
                {"word": word, "against_large": 0, **self._mapping(attack)}
                for word, attack in attacks.items()
            ],
            "defence": fights["defence"],
            "behind": fights.get("behind", ""),
            "worn": fights.get("worn", []),
            "armour": fights.get("armour", ""),
            "falls": [
                {
                    "rank": rank,
                    "value": self._mapping(fall)["at"],
                    "is_kept": self._mapping(fall)["kept"],
                    "marks": self._marks(fall),
                }
                for rank, fall in falls.items()
            ],
            "given": fights["given"],
            "rules": self._behind(("fights",)),
        }

    def _casting(self) -> Json:
        if "casting" not in self.data:
            return None
        casting = plain_casting(
            self._mapping(self.data["casting"]), self._mapping(self.data.get("rules", {}))
        )
        spells = [self._mapping(spell) for spell in plain_list(casting["spells"])]
        for spell in spells:
            spell["rules"] = self._behind(("casting", "spells", str(spell["word"])))
        return {**casting, "spells": [*spells], "rules": self._behind(("casting",))}

    def _marks(self, fall: Json) -> Json:
        marks = self._mapping(fall).get("marks", [])
        rows = [self._mapping(mark) for mark in (marks if isinstance(marks, list) else [])]
        return {str(row["mark"]): row["hits"] for row in rows}

    def _rules(self) -> Json:
        rules = dict(self._mapping(self.data.get("rules", {})))
        rules["ranks"] = self.data.get("ranks", {})
        rules["keywords"] = self.data.get("keywords", [])
        rules["gate_traits"] = self._parts("gates", "traits")
        kept_free = self._parts("kinds", "kept_free_of")
        if kept_free:
            rules["kept_free_of"] = kept_free
        rules["gear_effects"] = self._parts("gear", "effect")
        rules["gear_box"] = self._parts("gear", "box")
        rules["card_effects"] = {
            deck.word: {
                word: card["effect"]
                for word, card in self._mapping(deck.get("cards")).items()
                if isinstance(card, dict) and "effect" in card
            }
            for deck in self._entries("decks")
        }
        rules["setting_words"] = {
            setting.word: setting.get("words")
            for setting in self._entries("settings")
            if setting.get("words")
        }
        return rules

    def _parts(self, section: str, part: str) -> Json:
        return {
            entry.word: entry.get(part) for entry in self._entries(section) if part in entry.data
        }
