"""Make a System of plain data. Beside each name of a field stand its type and its default."""

from __future__ import annotations

from questwright.compiler.packs.decode import board, fights, play, things
from questwright.compiler.packs.decode.clocks import clock
from questwright.compiler.packs.decode.fields import Fields, as_mapping
from questwright.compiler.packs.decode.theme import theme
from questwright.compiler.packs.system.system import System
from questwright.compiler.packs.system.tiles import TileText

TYPE_CHECKING = False
if TYPE_CHECKING:
    from questwright.compiler.packs.system.values import Plain


def decode_system(data: object, digest: str) -> System:
    """Return the System of a pack's plain data, as `plain_data` makes it or the cache keeps it.

    Raises a TypeError, ValueError or KeyError for data that no sound pack has.
    """
    pack = Fields("", as_mapping(data))
    head = pack.inner("system")
    rules = pack.inner("rules")
    joins = pack.members("joins")
    tiles = pack.members("tiles")
    sides = [*pack.mapping("sides")]
    cards = things.card_specials(pack.inner("card_specials"), pack.members("decks"))
    specials = {**pack.by_word("specials", things.special), **cards}
    bases = pack.by_word("bases", things.base)
    dice = pack.by_word("dice", fights.die)
    return System(
        id=head.text("id"),
        title=head.text("title"),
        version=head.text("version"),
        grid=board.grid(pack.inner("grid")),
        sides=pack.by_word("sides", play.side),
        areas=pack.by_word("areas", board.area),
        default_area=pack.text("default_area"),
        gates=pack.by_word("gates", lambda fields: board.gate(fields, sides)),
        locks=pack.by_word("locks", board.lock),
        terrains=pack.by_word("terrains", board.terrain),
        levels=pack.by_word("levels", board.level),
        barriers=pack.by_word("barriers", board.barrier),
        crossings=pack.by_word("crossings", board.crossing),
        jumps=pack.by_word("jumps", board.jump),
        specials=specials,
        bases=bases,
        kinds=pack.by_word("kinds", lambda fields: things.kind(fields, specials, bases)),
        settings=pack.by_word("settings", play.setting),
        clocks=pack.by_word("clocks", clock),
        gear=pack.by_word("gear", things.gear),
        decks=pack.by_word("decks", things.deck),
        records=pack.by_word("records", play.record),
        degrees=pack.by_word("degrees", play.degree),
        interludes=pack.by_word("interludes", play.interlude),
        aids=pack.each("aids", play.aid),
        sheets=pack.each("sheets", play.sheet),
        columns=pack.each("columns", play.column),
        search=pack.optional("search", play.search),
        dice=dice,
        fights=pack.optional("fights", lambda fields: fights.fights(fields, dice, rules.data)),
        casting=pack.optional("casting", lambda fields: play.casting(fields, rules.data)),
        musters=play.musters(pack.inner("musters"), rules.data),
        move_value=pack.text("move_value"),
        other_form=pack.text("other_form"),
        moves=pack.each("moves", play.move),
        actions_per_turn=pack.number("actions_per_turn"),
        turns=play.turns(pack.inner("turns")),
        states=pack.by_word("states", play.figure_state),
        tokens=pack.by_word("tokens", play.token),
        coins=pack.numbers("coins"),
        is_laid_as_revealed=pack.text("board_laid") == "as-revealed",
        tile_limit=pack.limit("tile_limit"),
        tiles=pack.by_word("tiles", lambda fields: board.tile(fields, tiles)),
        joins=pack.by_word("joins", lambda fields: board.join(fields, joins)),
        sections=pack.by_word("sections", board.section),
        dealing=pack.optional("dealing", board.dealing),
        tile_texts=pack.each("tile_texts", _tile_text),
        rules=_rules(pack),
        theme=theme(pack.inner("theme"), pack.inner("typeface_file")),
        symbols=pack.each("symbols", _symbol),
        texts=pack.text_by_word("texts"),
        words=pack.text_by_word("words"),
        digest=digest,
    )


def _tile_text(fields: Fields) -> TileText:
    return TileText(name=fields.text("name"), text=fields.text("text"))


def _symbol(fields: Fields) -> tuple[str, str]:
    return fields.text("name"), fields.text("text")


def _rules(pack: Fields) -> dict[str, Plain]:
    """Return what the compiler only hands on: the pack's rules, and parts of its entries."""
    rules = pack.plain_by_word("rules")
    rules["ranks"] = pack.plain("ranks", {})
    rules["keywords"] = pack.plain("keywords", ())
    rules["gate_traits"] = _parts(pack.members("gates"), "traits")
    kept_free = _parts(pack.members("kinds"), "kept_free_of")
    if kept_free:
        rules["kept_free_of"] = kept_free
    floor = pack.text("default_terrain")
    if floor:
        terrain = pack.inner("terrains").inner(floor)
        rules["default_terrain"] = {"word": floor, "traits": terrain.plain("traits", {})}
    rules["gear_effects"] = _parts(pack.members("gear"), "effect")
    rules["gear_box"] = _parts(pack.members("gear"), "box")
    rules["card_effects"] = pack.by_word(
        "decks", lambda deck: _parts(deck.members("cards"), "effect")
    )
    rules["setting_words"] = _parts(pack.members("settings"), "words")
    return rules


def _parts(entries: list[Fields], name: str) -> dict[str, Plain]:
    """Return a field of any type of each entry that has it, by the word of the entry."""
    return {entry.word: entry.plain(name) for entry in entries if name in entry.data}
