"""The plain form of a pack to a `System`: quick, and with nothing left to find out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from questwright.compiler.packs.build_board import (
    area_of,
    barrier_of,
    crossing_of,
    gate_of,
    grid_of,
    join_of,
    jump_of,
    level_of,
    lock_of,
    terrain_of,
    tile_of,
)
from questwright.compiler.packs.decode.casting import casting_of
from questwright.compiler.packs.decode.plain import (
    flag_of,
    limit_of,
    list_of,
    mapping_of,
    mappings_of,
    number_of,
    plain_mapping,
    plain_of,
    text_of,
    words_by,
    words_of,
)
from questwright.compiler.packs.system.bases import Base, Pays
from questwright.compiler.packs.system.fights import Attack, Fights, HitLimit
from questwright.compiler.packs.system.placing import Clearing, PlacementRules
from questwright.compiler.packs.system.sheets import Aid, Boxes, Sheet, SheetShape
from questwright.compiler.packs.system.system import (
    Card,
    Category,
    Deck,
    Degree,
    Gear,
    Interlude,
    Kind,
    Move,
    Record,
    Roll,
    SearchRules,
    Setting,
    SettingShape,
    Side,
    Special,
    System,
)
from questwright.compiler.packs.system.tiles import TileText
from questwright.compiler.packs.system.values import Column, Sourced

if TYPE_CHECKING:
    from collections.abc import Mapping

    from questwright.compiler.packs.read.tree import Json


def build(form: Json, digest: str) -> System:
    """A `System` from its plain form; a form of another shape raises a `TypeError`."""
    whole = mapping_of(form)
    specials = {one.word: one for one in map(_special, mappings_of(whole["specials"]))}
    bases = {one.word: one for one in map(_base, mappings_of(whole["bases"]))}
    kinds = (_kind(row, specials, bases) for row in mappings_of(whole["kinds"]))
    return System(
        id=text_of(whole["id"]),
        title=text_of(whole["title"]),
        version=text_of(whole["version"]),
        grid=grid_of(mapping_of(whole["grid"])),
        sides={one.word: one for one in map(_side, mappings_of(whole["sides"]))},
        areas={one.word: one for one in map(area_of, mappings_of(whole["areas"]))},
        default_area=text_of(whole["default_area"]),
        gates={one.word: one for one in map(gate_of, mappings_of(whole["gates"]))},
        locks={one.word: one for one in map(lock_of, mappings_of(whole["locks"]))},
        terrains={one.word: one for one in map(terrain_of, mappings_of(whole["terrains"]))},
        levels={one.word: one for one in map(level_of, mappings_of(whole["levels"]))},
        barriers={one.word: one for one in map(barrier_of, mappings_of(whole["barriers"]))},
        crossings={one.word: one for one in map(crossing_of, mappings_of(whole["crossings"]))},
        jumps={one.word: one for one in map(jump_of, mappings_of(whole["jumps"]))},
        specials=specials,
        bases=bases,
        kinds={kind.word: kind for kind in kinds},
        settings={one.word: one for one in map(_setting, mappings_of(whole["settings"]))},
        gear={one.word: one for one in map(_item, mappings_of(whole["gear"]))},
        decks={one.word: one for one in map(_deck, mappings_of(whole["decks"]))},
        records={one.word: one for one in map(_record, mappings_of(whole["records"]))},
        degrees={one.word: one for one in map(_degree, mappings_of(whole["degrees"]))},
        interludes={one.word: one for one in map(_interlude, mappings_of(whole["interludes"]))},
        aids=tuple(map(_aid, mappings_of(whole["aids"]))),
        sheets=tuple(map(_sheet, mappings_of(whole["sheets"]))),
        columns=_columns(whole["columns"]),
        search=None if whole["search"] is None else _search(mapping_of(whole["search"])),
        fights=None if whole["fights"] is None else _fights(mapping_of(whole["fights"])),
        casting=None if whole["casting"] is None else casting_of(mapping_of(whole["casting"])),
        prices={word: number_of(price) for word, price in mapping_of(whole["prices"]).items()},
        move_value=text_of(whole["move_value"]),
        moves=tuple(
            Move(
                text_of(row["value"]),
                text_of(row["title"]),
                words_of(row["at_home"]),
                text_of(row["elsewhere"]),
            )
            for row in mappings_of(whole["moves"])
        ),
        actions_per_turn=number_of(whole["actions_per_turn"]),
        states=words_of(whole["states"]),
        coins=tuple(number_of(coin) for coin in list_of(whole["coins"])),
        tile_limit=limit_of(whole["tile_limit"]),
        tiles={one.word: one for one in map(tile_of, mappings_of(whole["tiles"]))},
        joins={one.word: one for one in map(join_of, mappings_of(whole["joins"]))},
        tile_texts=tuple(
            TileText(text_of(mapping["name"]), text_of(mapping["text"]))
            for mapping in mappings_of(whole["tile_texts"])
        ),
        rules=plain_mapping(whole["rules"]),
        theme=text_of(whole["theme"]),
        texts={name: text_of(text) for name, text in mapping_of(whole["texts"]).items()},
        digest=digest,
    )


def _side(row: Mapping[str, Json]) -> Side:
    return Side(
        word=text_of(row["word"]),
        title=text_of(row["title"]),
        one=text_of(row["one"]),
        many=text_of(row["many"]),
        is_party=flag_of(row["is_party"]),
        default_victory=text_of(row["default_victory"]),
        default_victory_text=text_of(row["default_victory_text"]),
        rules=words_of(row["rules"]),
    )


def _sheet(row: Mapping[str, Json]) -> Sheet:
    return Sheet(
        word=text_of(row["word"]),
        shape=SheetShape(text_of(row["shape"])),
        title=text_of(row["title"]),
        text=text_of(row["text"]),
        whom=words_of(row["whom"]),
        boxes=tuple(
            Boxes(
                title=text_of(mapping["title"]),
                many=number_of(mapping["count"]),
                value=text_of(mapping["value"]),
                more={
                    word: number_of(count) for word, count in mapping_of(mapping["more"]).items()
                },
            )
            for mapping in mappings_of(row["boxes"])
        ),
        rules=words_of(row["rules"]),
    )


def _special(row: Mapping[str, Json]) -> Special:
    return Special(
        word=text_of(row["word"]),
        title=text_of(row["title"]),
        text=text_of(row["text"]),
        ranks=words_of(row["ranks"]),
        passes=words_of(row["passes"]),
        shares=words_of(row["shares"]),
        stays=flag_of(row["stays"]),
        width=number_of(row["width"]),
        effect=plain_mapping(row["effect"]),
        source=text_of(row["source"]),
        rules=words_of(row["rules"]),
    )


def _base(row: Mapping[str, Json]) -> Base:
    return Base(
        word=text_of(row["word"]),
        title=text_of(row["title"]),
        facing=text_of(row["facing"]),
        beside=words_of(row["beside"]),
        is_cornered=flag_of(row["is_cornered"]),
        pays=Pays(text_of(row["pays"])),
        turn_cost=number_of(row["turn_cost"]),
        only_ahead=words_of(row["only_ahead"]),
        rules=words_of(row["rules"]),
    )


def _kind(
    row: Mapping[str, Json], specials: Mapping[str, Special], bases: Mapping[str, Base]
) -> Kind:
    across, down = list_of(row["footprint"])
    base = text_of(row["base"])
    return Kind(
        word=text_of(row["word"]),
        category=Category(text_of(row["category"])),
        title=text_of(row["title"]),
        plural=text_of(row["plural"]),
        group=text_of(row["group"]),
        symbol=text_of(row["symbol"]),
        side=text_of(row["side"]),
        rank=text_of(row["rank"]),
        footprint=(number_of(across), number_of(down)),
        base=bases[base] if base else None,
        is_high=flag_of(row["is_high"]),
        box=limit_of(row["box"]),
        real=limit_of(row["real"]),
        placing=_placing(mapping_of(row["placing"])),
        table=text_of(row["table"]),
        level=number_of(row["level"]),
        values={name: _sourced(value) for name, value in mapping_of(row["values"]).items()},
        specials=tuple([specials[word] for word in words_of(row["specials"])]),
        traits=plain_mapping(row["traits"]),
        rules=words_of(row["rules"]),
    )


def _placing(row: Mapping[str, Json]) -> PlacementRules:
    clearing = None if row["clearing"] is None else mapping_of(row["clearing"])
    return PlacementRules(
        hidden_in=number_of(row["hidden_in"]),
        needs=words_of(row["needs"]),
        kept_free_of=words_of(row["kept_free_of"]),
        counters=text_of(row["counters"]),
        clearing=None
        if clearing is None
        else Clearing(text_of(clearing["title"]), number_of(clearing["takes"])),
    )


def _sourced(row: Json) -> Sourced:
    value, source, rule = list_of(row)
    if not isinstance(value, int | str):
        raise TypeError
    return Sourced(value, text_of(source), text_of(rule))


def _setting(row: Mapping[str, Json]) -> Setting:
    return Setting(
        word=text_of(row["word"]),
        title=text_of(row["title"]),
        shape=SettingShape(text_of(row["shape"])),
        role=text_of(row["role"]),
        side=text_of(row["side"]),
        category=text_of(row["category"]),
        ranks=words_of(row["ranks"]),
        words=words_of(row["words"]),
        minimum=number_of(row["minimum"]),
        maximum=number_of(row["maximum"]),
        step=number_of(row["step"]),
        default=plain_of(row["default"]),
        conflicts=words_by(row["conflicts"]),
        figures=words_by(row["figures"]),
        tables_for=words_by(row["tables_for"]),
        is_required=flag_of(row["is_required"]),
        is_whole=flag_of(row["is_whole"]),
        text=text_of(row["text"]),
        rules=words_of(row["rules"]),
    )


def _item(row: Mapping[str, Json]) -> Gear:
    return Gear(
        word=text_of(row["word"]),
        title=text_of(row["title"]),
        group=text_of(row["group"]),
        keywords=words_of(row["keywords"]),
        cost=limit_of(row["cost"]),
        is_unique=flag_of(row["is_unique"]),
        is_kept=flag_of(row["is_kept"]),
        text=text_of(row["text"]),
        source=text_of(row["source"]),
        rules=words_of(row["rules"]),
    )


def _deck(row: Mapping[str, Json]) -> Deck:
    return Deck(
        word=text_of(row["word"]),
        title=text_of(row["title"]),
        cards=tuple(map(_card, mappings_of(row["cards"]))),
        rules=words_of(row["rules"]),
    )


def _card(row: Mapping[str, Json]) -> Card:
    return Card(
        word=text_of(row["word"]),
        title=text_of(row["title"]),
        copies=number_of(row["count"]),
        icons=words_of(row["icons"]),
        text=text_of(row["text"]),
        gear=text_of(row["gear"]),
        does=text_of(row["does"]),
        source=text_of(row["source"]),
    )


def _columns(rows: Json) -> tuple[Column, ...]:
    return tuple(
        Column(text_of(row["value"]), text_of(row["title"]), text_of(row.get("group", "")))
        for row in mappings_of(rows)
    )


def _aid(row: Mapping[str, Json]) -> Aid:
    return Aid(
        word=text_of(row["word"]),
        title=text_of(row["title"]),
        text=text_of(row["text"]),
        when=words_by(row["when"]),
        rows=words_of(row["rows"]),
        columns=_columns(row["columns"]),
        legend=words_of(row["legend"]),
        rules=words_of(row["rules"]),
    )


def _record(row: Mapping[str, Json]) -> Record:
    return Record(
        word=text_of(row["word"]),
        title=text_of(row["title"]),
        is_number=flag_of(row["is_number"]),
        text=text_of(row["text"]),
        rules=words_of(row["rules"]),
    )


def _degree(row: Mapping[str, Json]) -> Degree:
    return Degree(
        word=text_of(row["word"]),
        title=text_of(row["title"]),
        text=text_of(row["text"]),
        rules=words_of(row["rules"]),
    )


def _interlude(row: Mapping[str, Json]) -> Interlude:
    return Interlude(
        word=text_of(row["word"]),
        title=text_of(row["title"]),
        text=text_of(row["text"]),
        most=number_of(row["most"]),
        follows=words_of(row["follows"]),
        rows=words_of(row["rows"]),
        columns=_columns(row["columns"]),
        rules=words_of(row["rules"]),
    )


def _search(row: Mapping[str, Json]) -> SearchRules:
    return SearchRules(
        action_cost=number_of(row["action_cost"]),
        draws=number_of(row["draws"]),
        container_draws=number_of(row["container_draws"]),
        deck=text_of(row["deck"]),
        wanderer_radius=number_of(row["wanderer_radius"]),
        wakes=words_of(row["wakes"]),
        alarm=None if row["alarm"] is None else _roll(mapping_of(row["alarm"])),
        rules=words_of(row["rules"]),
    )


def _roll(row: Mapping[str, Json]) -> Roll:
    return Roll(number_of(row["die"]), tuple(number_of(face) for face in list_of(row["faces"])))


def _fights(row: Mapping[str, Json]) -> Fights:
    return Fights(
        roll=text_of(row["roll"]),
        die=number_of(row["die"]),
        fewest=number_of(row["fewest"]),
        table=text_of(row["table"]),
        tables={word: text_of(table) for word, table in mapping_of(row["tables"]).items()},
        several=number_of(row["several"]),
        enters=flag_of(row["enters"]),
        against={word: number_of(more) for word, more in mapping_of(row["against"]).items()},
        attacks=tuple(map(_attack, mappings_of(row["attacks"]))),
        defence=text_of(row["defence"]),
        behind=text_of(row["behind"]),
        worn=words_of(row["worn"]),
        armour=text_of(row["armour"]),
        falls={
            text_of(fall["rank"]): HitLimit(
                text_of(fall["value"]),
                flag_of(fall["is_kept"]),
                {mark: number_of(hits) for mark, hits in mapping_of(fall["marks"]).items()},
            )
            for fall in mappings_of(row["falls"])
        },
        given=text_of(row["given"]),
        rules=words_of(row["rules"]),
    )


def _attack(row: Mapping[str, Json]) -> Attack:
    return Attack(
        word=text_of(row["word"]),
        title=text_of(row["title"]),
        dice=text_of(row["dice"]),
        against_large=number_of(row["against_large"]),
    )
