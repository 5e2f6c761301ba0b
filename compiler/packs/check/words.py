"""Whether the words of a pack name what it has, and each is a word for one thing."""

from __future__ import annotations

from typing import TYPE_CHECKING

from questwright.compiler.packs.check.lookup import entries, items, mapping, places, unknown
from questwright.compiler.packs.read.tree import at
from questwright.compiler.packs.system.bases import HEX_FACINGS
from questwright.compiler.packs.system.texts import text_keys
from questwright.compiler.packs.system.tiles import SIDES
from questwright.dsl.records import NamedTuple

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping

    from questwright.compiler.packs.read.tree import Json, Path, Tree
    from questwright.dsl.diagnostics import Diagnostic


class Vocabulary(NamedTuple):
    """The words that may stand in some place."""

    words: Collection[str]
    what: str
    """What one of them is, as messages call it."""


def check_words(tree: Tree) -> Iterator[Diagnostic]:
    """Find words that name nothing."""
    for pattern, vocabulary in _named_by_values(tree).items():
        for path in places(tree, pattern):
            yield from _outside(tree, path, vocabulary)
    for pattern, vocabulary in _named_by_keys(tree).items():
        for path in places(tree, f"{pattern}.*"):
            if path[-1] not in vocabulary.words:
                yield unknown(tree, path, str(path[-1]), *vocabulary)
    for word, lock in entries(tree, "locks").items():
        own = Vocabulary([str(value) for value in items(lock.get("values"))], "value of this lock")
        for path in (("broken", "dice"), ("broken", "armour"), ("lowered", "value")):
            yield from _outside(tree, ("locks", word, *path), own)
    numbers = Vocabulary(_settings_of(tree, "number"), "setting with a number")
    for word, clock in entries(tree, "clocks").items():
        if isinstance(clock.get("at_first"), str):
            yield from _outside(tree, ("clocks", word, "at_first"), numbers)
    for word, setting in entries(tree, "settings").items():
        yield from _check_setting(tree, ("settings", word), setting)


def _named_by_values(tree: Tree) -> Mapping[str, Vocabulary]:
    """Return what may stand in the values, or the lists of values, that each pattern leads to."""
    everybody = Vocabulary(callings(tree), "kind, rank or trait")
    party = Vocabulary(callings(tree, of_party=True), "kind, rank or trait")
    others = [word for word in everybody.words if word not in party.words]
    facings = Vocabulary(HEX_FACINGS, "direction of a hex")
    joins = Vocabulary(entries(tree, "joins"), "kind of edge")
    options = [word for setting in entries(tree, "settings").values() for word in _options(setting)]
    ranks = Vocabulary(entries(tree, "ranks"), "rank")
    sides = Vocabulary(entries(tree, "sides"), "side")
    terrains = Vocabulary(entries(tree, "terrains"), "terrain")
    settings = entries(tree, "settings")
    numbers = Vocabulary(
        [word for word, setting in settings.items() if setting.get("shape") == "number"],
        "setting that takes a number",
    )
    cards = card_words(tree)
    things = [*entries(tree, "tiles"), *entries(tree, "kinds")]
    values = Vocabulary(_values(tree), "value of a figure")
    printed = Vocabulary(_values(tree) | _traits(tree), "value of a figure")
    named = {
        "bases.*.beside": facings,
        "bases.*.facing": facings,
        "bases.*.only_ahead": terrains,
        "casting.by": everybody,
        "casting.raised_by": Vocabulary(_settings_of_kinds(tree), "setting"),
        "casting.stock": numbers,
        "casting.spells.*.ground": terrains,
        "casting.spells.*.not_for": everybody,
        "casting.spells.*.over": terrains,
        "casting.spells.*.targets": everybody,
        "casting.spells.*.unless": Vocabulary(options, "word of a setting"),
        "columns.*.value": printed,
        "crossings.*.closed.*.called": everybody,
        "settings.*.brings": Vocabulary(_of_category(tree, "figure"), "kind of figure"),
        "settings.*.out_of": Vocabulary(_of_category(tree, "token"), "kind of token"),
        "tiles.*.back_of": Vocabulary(entries(tree, "tiles"), "tile"),
        "crossings.*.closed.*.tile": Vocabulary(entries(tree, "tiles"), "tile"),
        "crossings.*.floats_on": terrains,
        "crossings.*.lands_on": terrains,
        "crossings.*.only": everybody,
        "dealing.events": Vocabulary(entries(tree, "decks"), "deck"),
        "dealing.rewards": Vocabulary(entries(tree, "decks"), "deck"),
        "dealing.worth": values,
        "decks.*.cards.*.gear": Vocabulary(entries(tree, "gear"), "gear"),
        "default_terrain": terrains,
        "default_area": Vocabulary(entries(tree, "areas"), "area"),
        "fights.armour": values,
        "fights.attacks.*.dice": values,
        "fights.attacks.*.by": everybody,
        "fights.attacks.*.needs": values,
        "fights.attacks.*.not_against": everybody,
        "fights.attacks.*.only_with": Vocabulary(options, "word of a setting"),
        "fights.attacks.*.skill": values,
        "fights.attacks.*.strength": values,
        "fights.behind": values,
        "fights.defence": values,
        "fights.driven_back": everybody,
        "fights.falls.*.at": values,
        "fights.falls.*.stunned.defence": values,
        "fights.falls.*.stunned.never": everybody,
        "fights.ground.plain": terrains,
        "fights.ground.spares": everybody,
        "fights.several.*.against": everybody,
        "fights.several.*.by": everybody,
        "fights.several.*.not_against": everybody,
        "fights.skill": values,
        "fights.worn": values,
        "fights.worn_behind": values,
        "gates.*.only": party,
        "gates.*.opened_by": sides,
        "interludes.*.follows": Vocabulary(entries(tree, "interludes"), "interlude"),
        "joins.*.with": joins,
        "jumps.*.by": party,
        "sides.*.light.carried_by": party,
        "kinds.*.cleared_by.by": party,
        "kinds.*.base": Vocabulary(entries(tree, "bases"), "base"),
        "kinds.*.kept_free_of": Vocabulary(others, "kind, rank or trait of another side"),
        "kinds.*.leaves": Vocabulary(_of_category(tree, "token"), "kind of token"),
        "kinds.*.needs": Vocabulary(things, "tile or kind"),
        "kinds.*.rank": ranks,
        "kinds.*.side": sides,
        "decks.*.for": party,
        "card_specials.decks": Vocabulary(entries(tree, "decks"), "deck"),
        "card_specials.ranks": ranks,
        "kinds.*.specials": Vocabulary([*entries(tree, "specials"), *cards], "special"),
        "kinds.*.table": Vocabulary(_tables(tree), "table of `rules`"),
        "locks.*.broken.attacks": Vocabulary(entries(tree, "fights", "attacks"), "way to attack"),
        "locks.*.by": party,
        "locks.*.lowered.spells.*.by": party,
        "locks.*.lowered.spells.*.gear": Vocabulary(entries(tree, "gear"), "gear"),
        "locks.*.lowered.spells.*.needs": Vocabulary(options, "word of a setting"),
        "move_value": values,
        "moves.*.at_home": terrains,
        "moves.*.elsewhere": values,
        "moves.*.value": values,
        "search.deck": Vocabulary(entries(tree, "decks"), "deck"),
        "search.wakes": Vocabulary(_effects(tree), "effect of a card"),
        "settings.*.ranks": ranks,
        "settings.*.side": sides,
        "sheets.*.boxes.*.most": numbers,
        "sheets.*.boxes.*.value": values,
        "sheets.*.for": everybody,
        "specials.*.ranks": ranks,
        "states.*.counts": values,
        "states.*.never": everybody,
        "states.*.of": everybody,
        "terrains.*.apart_from": terrains,
        "terrains.*.climbed_by": everybody,
        "terrains.*.closed_to": everybody,
        "terrains.*.entered_with": Vocabulary(entries(tree, "gear"), "gear"),
        "terrains.*.jumped_by": everybody,
        "tiles.*.not_for": everybody,
        "tiles.*.section": Vocabulary(entries(tree, "sections"), "sort of section"),
        "tokens.*.side": sides,
        "turns.order": party,
        **{f"tiles.*.{side}.join": joins for side in SIDES},
    }
    if at(tree.data, ("grid", "drawing")) == "hexes":
        named["grid.facings"] = facings
    if "keywords" in tree.data:
        keywords = [str(keyword) for keyword in items(tree.data["keywords"])]
        named["gear.*.keywords"] = Vocabulary(keywords, "keyword")
    return named


def _named_by_keys(tree: Tree) -> Mapping[str, Vocabulary]:
    """Return what the keys may be of the mappings that each pattern leads to."""
    everybody = Vocabulary(callings(tree), "kind, rank or trait")
    numbers = Vocabulary(_settings_of(tree, "number"), "setting with a number")
    return {
        "clocks": numbers,
        "decks.*.cards.*.brings": Vocabulary(_figures(tree), "figure"),
        "fights.against": everybody,
        "fights.hits_of": everybody,
        "fights.saves_of": everybody,
        "fights.falls": Vocabulary(entries(tree, "ranks"), "rank"),
        "fights.tables": everybody,
        "sheets.*.boxes.*.more": Vocabulary(_settings_of_kinds(tree), "setting"),
        "terrains.*.costs": everybody,
        "texts": Vocabulary(text_keys(tuple(entries(tree, "settings"))), "text of the book"),
    }


def _check_setting(tree: Tree, path: Path, setting: Mapping[str, Json]) -> Iterator[Diagnostic]:
    """Find words of a setting that it does not offer, and what they go with but there is not."""
    options = Vocabulary(_options(setting), "word of this setting")
    by_option = {
        "conflicts": options,
        "figures": Vocabulary(callings(tree), "kind, rank or trait"),
        "tables_for": Vocabulary(entries(tree, "sides"), "side"),
    }
    for field, vocabulary in by_option.items():
        for option in mapping(setting.get(field)):
            place = (*path, field, option)
            if option not in options.words:
                yield unknown(tree, place, option, *options)
            if option in options.words or field == "conflicts":
                yield from _outside(tree, place, vocabulary)
    by_shape = {"word": options, "words": options}
    by_shape |= dict.fromkeys(("kind", "kinds"), Vocabulary(entries(tree, "kinds"), "kind"))
    shape = str(setting.get("shape"))
    if shape in by_shape:
        yield from _outside(tree, (*path, "default"), by_shape[shape])


def _outside(tree: Tree, path: Path, vocabulary: Vocabulary) -> Iterator[Diagnostic]:
    """Find a word, or words of a list, that are none of a vocabulary."""
    value = at(tree.data, path)
    if isinstance(value, list):
        for index in range(len(value)):
            yield from _outside(tree, (*path, index), vocabulary)
    elif isinstance(value, str) and value not in vocabulary.words:
        yield unknown(tree, path, value, *vocabulary)


# -- the words that a pack has -----------------------------------------------------------


def callings(tree: Tree, *, of_party: bool = False) -> set[str]:
    """Return the kinds, ranks and traits by which figures are called, of all or of the party."""
    parties = {word for word, side in entries(tree, "sides").items() if side.get("party")}
    found: set[str] = set()
    for word, kind in entries(tree, "kinds").items():
        if kind.get("category") != "figure" or (of_party and kind.get("side") not in parties):
            continue
        found |= {word, str(kind.get("rank", word))}
        for trait in mapping(kind.get("traits")).values():
            words = trait if isinstance(trait, list) else [trait]
            found |= {called for called in words if isinstance(called, str)}
    return found


def card_words(tree: Tree) -> list[str]:
    """Return the cards that are granted as specials."""
    decks = items(at(tree.data, ("card_specials", "decks")))
    return [card for deck in decks for card in entries(tree, "decks", str(deck), "cards")]


def _options(setting: Mapping[str, Json]) -> list[str]:
    return [*mapping(setting.get("words"))]


def _figures(tree: Tree) -> list[str]:
    kinds = entries(tree, "kinds").items()
    return [word for word, kind in kinds if kind.get("category") == "figure"]


def _settings_of(tree: Tree, shape: str) -> list[str]:
    """Return the settings of a shape."""
    settings = entries(tree, "settings").items()
    return [word for word, setting in settings if setting.get("shape") == shape]


def _settings_of_kinds(tree: Tree) -> list[str]:
    """Return the settings that name kinds."""
    settings = entries(tree, "settings").items()
    return [word for word, setting in settings if setting.get("shape") in {"kind", "kinds"}]


def _values(tree: Tree) -> set[str]:
    """Return the values that any figure has."""
    kinds = entries(tree, "kinds").values()
    return {name for kind in kinds for name in mapping(kind.get("values"))}


def _traits(tree: Tree) -> set[str]:
    """Return the traits that any figure has."""
    kinds = entries(tree, "kinds").values()
    figures = [kind for kind in kinds if kind.get("category") == "figure"]
    return {name for kind in figures for name in mapping(kind.get("traits"))}


def _tables(tree: Tree) -> list[str]:
    """Return the subjects of the rules that are tables in which something is rolled."""
    rules = entries(tree, "rules").items()
    return [
        word
        for word, subject in rules
        if isinstance(subject.get("die"), int) and isinstance(subject.get("rows"), list)
    ]


def _effects(tree: Tree) -> set[str]:
    """Return what the cards of the deck for searches do."""
    deck = str(at(tree.data, ("search", "deck")))
    cards = entries(tree, "decks", deck, "cards").values()
    effects = [card.get("effect") for card in cards]
    return {str(effect.get("do")) for effect in effects if isinstance(effect, dict)}


def _of_category(tree: Tree, category: str) -> list[str]:
    kinds = entries(tree, "kinds").items()
    return [word for word, kind in kinds if kind.get("category") == category]
