"""The plain form of a pack to a `System`: quick, and with nothing left to find out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from compiler.packs.bases import Base, Pays
from compiler.packs.crossings import CrossingKind
from compiler.packs.fights import Attack, Fall, Fights
from compiler.packs.heights import BarrierKind, Jump, Level, Stroke
from compiler.packs.model import (
    AreaKind,
    Broken,
    Card,
    Category,
    Column,
    Deck,
    Degree,
    Diagonal,
    GateForm,
    GateKind,
    Gear,
    Grid,
    Interlude,
    Kind,
    LockKind,
    Move,
    Plain,
    Record,
    Roll,
    Search,
    Setting,
    SettingShape,
    Side,
    Sourced,
    Special,
    System,
    Terrain,
)
from compiler.packs.placing import Clearing, Placing
from compiler.packs.sheets import Aid, Boxes, Sheet, SheetShape
from compiler.packs.tiles import JoinKind, PrintedSide, PrintedTile, TileText

if TYPE_CHECKING:
    from collections.abc import Mapping

    from compiler.packs.tree import Json


def build(form: Json, digest: str) -> System:
    """A `System` from its plain form; a form of another shape raises a `TypeError`."""
    whole = _mapping(form)
    specials = {one.word: one for one in map(_special, _rows(whole["specials"]))}
    bases = {one.word: one for one in map(_base, _rows(whole["bases"]))}
    kinds = (_kind(row, specials, bases) for row in _rows(whole["kinds"]))
    return System(
        id=_text(whole["id"]),
        title=_text(whole["title"]),
        version=_text(whole["version"]),
        grid=_grid(_mapping(whole["grid"])),
        sides={one.word: one for one in map(_side, _rows(whole["sides"]))},
        areas={one.word: one for one in map(_area, _rows(whole["areas"]))},
        default_area=_text(whole["default_area"]),
        gates={one.word: one for one in map(_gate, _rows(whole["gates"]))},
        locks={one.word: one for one in map(_lock, _rows(whole["locks"]))},
        terrains={one.word: one for one in map(_terrain, _rows(whole["terrains"]))},
        levels={one.word: one for one in map(_level, _rows(whole["levels"]))},
        barriers={one.word: one for one in map(_barrier, _rows(whole["barriers"]))},
        crossings={one.word: one for one in map(_crossing, _rows(whole["crossings"]))},
        jumps={one.word: one for one in map(_jump, _rows(whole["jumps"]))},
        specials=specials,
        bases=bases,
        kinds={one.word: one for one in kinds},
        settings={one.word: one for one in map(_setting, _rows(whole["settings"]))},
        gear={one.word: one for one in map(_item, _rows(whole["gear"]))},
        decks={one.word: one for one in map(_deck, _rows(whole["decks"]))},
        records={one.word: one for one in map(_record, _rows(whole["records"]))},
        degrees={one.word: one for one in map(_degree, _rows(whole["degrees"]))},
        interludes={one.word: one for one in map(_interlude, _rows(whole["interludes"]))},
        aids=tuple(map(_aid, _rows(whole["aids"]))),
        sheets=tuple(map(_sheet, _rows(whole["sheets"]))),
        columns=_columns(whole["columns"]),
        search=None if whole["search"] is None else _search(_mapping(whole["search"])),
        fights=None if whole["fights"] is None else _fights(_mapping(whole["fights"])),
        prices={word: _number(price) for word, price in _mapping(whole["prices"]).items()},
        move_value=_text(whole["move_value"]),
        moves=tuple(
            Move(_text(row["value"]), _text(row["title"])) for row in _rows(whole["moves"])
        ),
        actions_per_turn=_number(whole["actions_per_turn"]),
        states=_words(whole["states"]),
        coins=tuple(_number(coin) for coin in _list(whole["coins"])),
        tile_limit=_limit(whole["tile_limit"]),
        tiles={one.word: one for one in map(_tile, _rows(whole["tiles"]))},
        joins={one.word: one for one in map(_join, _rows(whole["joins"]))},
        tile_texts=tuple(
            TileText(_text(one["name"]), _text(one["text"])) for one in _rows(whole["tile_texts"])
        ),
        rules=_plain_mapping(whole["rules"]),
        theme=_text(whole["theme"]),
        texts={name: _text(text) for name, text in _mapping(whole["texts"]).items()},
        digest=digest,
    )


def _grid(row: Mapping[str, Json]) -> Grid:
    return Grid(
        drawing=_text(row["drawing"]),
        cell=_text(row["cell"]),
        cells=_text(row["cells"]),
        diagonal=Diagonal(_text(row["diagonal"])),
        facings=_words(row["facings"]),
        rules=_words(row["rules"]),
    )


def _side(row: Mapping[str, Json]) -> Side:
    return Side(
        word=_text(row["word"]),
        title=_text(row["title"]),
        one=_text(row["one"]),
        many=_text(row["many"]),
        is_party=_flag(row["is_party"]),
        default_victory=_text(row["default_victory"]),
        default_victory_text=_text(row["default_victory_text"]),
        rules=_words(row["rules"]),
    )


def _area(row: Mapping[str, Json]) -> AreaKind:
    return AreaKind(
        word=_text(row["word"]),
        title=_text(row["title"]),
        is_enclosed=_flag(row["is_enclosed"]),
        clear_by_sight=_flag(row["clear_by_sight"]),
        rules=_words(row["rules"]),
    )


def _gate(row: Mapping[str, Json]) -> GateKind:
    return GateKind(
        word=_text(row["word"]),
        form=GateForm(_text(row["form"])),
        title=_text(row["title"]),
        plural=_text(row["plural"]),
        symbol=_text(row["symbol"]),
        opened_by=_words(row["opened_by"]),
        move_cost=_number(row["move_cost"]),
        action_cost=_number(row["action_cost"]),
        passes_large=_flag(row["passes_large"]),
        only=_words(row["only"]),
        box=_limit(row["box"]),
        rules=_words(row["rules"]),
    )


def _lock(row: Mapping[str, Json]) -> LockKind:
    return LockKind(
        word=_text(row["word"]),
        title=_text(row["title"]),
        text=_text(row["text"]),
        values=_words(row["values"]),
        by=_words(row["by"]),
        broken=None if row["broken"] is None else _broken(_mapping(row["broken"])),
        symbol=_text(row["symbol"]),
        action_cost=_number(row["action_cost"]),
        rules=_words(row["rules"]),
    )


def _terrain(row: Mapping[str, Json]) -> Terrain:
    return Terrain(
        word=_text(row["word"]),
        title=_text(row["title"]),
        text=_text(row["text"]),
        symbol=_text(row["symbol"]),
        cost=_number(row["cost"]),
        costs={word: _number(cost) for word, cost in _mapping(row["costs"]).items()},
        closed_to=_words(row["closed_to"]),
        joins_levels=_flag(row["joins_levels"]),
        apart_from=_words(row["apart_from"]),
        traits=_plain_mapping(row["traits"]),
        rules=_words(row["rules"]),
    )


def _tile(row: Mapping[str, Json]) -> PrintedTile:
    return PrintedTile(
        word=_text(row["word"]),
        title=_text(row["title"]),
        box=_limit(row["box"]),
        not_for=_words(row["not_for"]),
        traits=_plain_mapping(row["traits"]),
        sides=tuple(
            PrintedSide(_text(side["side"]), _text(side["name"]), _text(side["join"]))
            for side in _rows(row["sides"])
        ),
        rules=_words(row["rules"]),
    )


def _join(row: Mapping[str, Json]) -> JoinKind:
    return JoinKind(
        word=_text(row["word"]),
        title=_text(row["title"]),
        joins=_words(row["joins"]),
        rules=_words(row["rules"]),
    )


def _sheet(row: Mapping[str, Json]) -> Sheet:
    return Sheet(
        word=_text(row["word"]),
        shape=SheetShape(_text(row["shape"])),
        title=_text(row["title"]),
        text=_text(row["text"]),
        whom=_words(row["whom"]),
        boxes=tuple(
            Boxes(
                title=_text(one["title"]),
                many=_number(one["count"]),
                value=_text(one["value"]),
                more={word: _number(count) for word, count in _mapping(one["more"]).items()},
            )
            for one in _rows(row["boxes"])
        ),
        rules=_words(row["rules"]),
    )


def _level(row: Mapping[str, Json]) -> Level:
    return Level(
        word=_text(row["word"]),
        title=_text(row["title"]),
        height=_number(row["height"]),
        text=_text(row["text"]),
        rules=_words(row["rules"]),
    )


def _barrier(row: Mapping[str, Json]) -> BarrierKind:
    return BarrierKind(
        word=_text(row["word"]),
        title=_text(row["title"]),
        plural=_text(row["plural"]),
        text=_text(row["text"]),
        line=Stroke(_text(row["line"])),
        sees=_flag(row["sees"]),
        jump_cost=_limit(row["jump_cost"]),
        traits=_plain_mapping(row["traits"]),
        rules=_words(row["rules"]),
    )


def _crossing(row: Mapping[str, Json]) -> CrossingKind:
    return CrossingKind(
        word=_text(row["word"]),
        title=_text(row["title"]),
        plural=_text(row["plural"]),
        text=_text(row["text"]),
        symbol=_text(row["symbol"]),
        rounds=_number(row["rounds"]),
        rounds_step=_number(row["rounds_step"]),
        cost=_number(row["cost"]),
        only=_words(row["only"]),
        is_one_way=_flag(row["is_one_way"]),
        is_vessel=_flag(row["is_vessel"]),
        seats=_limit(row["seats"]),
        traits=_plain_mapping(row["traits"]),
        rules=_words(row["rules"]),
    )


def _jump(row: Mapping[str, Json]) -> Jump:
    results: dict[str, tuple[int, int]] = {}
    for result, faces in _mapping(row["results"]).items():
        low, high = map(_number, _list(faces))
        results[result] = (low, high)
    return Jump(
        word=_text(row["word"]),
        title=_text(row["title"]),
        by=_words(row["by"]),
        die=_number(row["die"]),
        results=results,
        rules=_words(row["rules"]),
    )


def _broken(row: Mapping[str, Json]) -> Broken:
    return Broken(
        attacks=_words(row["attacks"]),
        dice=_text(row["dice"]),
        armour=_text(row["armour"]),
        hits=_number(row["hits"]),
    )


def _special(row: Mapping[str, Json]) -> Special:
    return Special(
        word=_text(row["word"]),
        title=_text(row["title"]),
        text=_text(row["text"]),
        ranks=_words(row["ranks"]),
        passes=_words(row["passes"]),
        shares=_words(row["shares"]),
        stays=_flag(row["stays"]),
        width=_number(row["width"]),
        effect=_plain_mapping(row["effect"]),
        source=_text(row["source"]),
        rules=_words(row["rules"]),
    )


def _base(row: Mapping[str, Json]) -> Base:
    return Base(
        word=_text(row["word"]),
        title=_text(row["title"]),
        facing=_text(row["facing"]),
        beside=_words(row["beside"]),
        is_cornered=_flag(row["is_cornered"]),
        pays=Pays(_text(row["pays"])),
        turn_cost=_number(row["turn_cost"]),
        only_ahead=_words(row["only_ahead"]),
        rules=_words(row["rules"]),
    )


def _kind(
    row: Mapping[str, Json], specials: Mapping[str, Special], bases: Mapping[str, Base]
) -> Kind:
    across, down = _list(row["footprint"])
    base = _text(row["base"])
    return Kind(
        word=_text(row["word"]),
        category=Category(_text(row["category"])),
        title=_text(row["title"]),
        plural=_text(row["plural"]),
        group=_text(row["group"]),
        symbol=_text(row["symbol"]),
        side=_text(row["side"]),
        rank=_text(row["rank"]),
        footprint=(_number(across), _number(down)),
        base=bases[base] if base else None,
        is_high=_flag(row["is_high"]),
        box=_limit(row["box"]),
        real=_limit(row["real"]),
        placing=_placing(_mapping(row["placing"])),
        table=_text(row["table"]),
        level=_number(row["level"]),
        values={name: _sourced(value) for name, value in _mapping(row["values"]).items()},
        specials=tuple([specials[word] for word in _words(row["specials"])]),
        traits=_plain_mapping(row["traits"]),
        rules=_words(row["rules"]),
    )


def _placing(row: Mapping[str, Json]) -> Placing:
    clearing = None if row["clearing"] is None else _mapping(row["clearing"])
    return Placing(
        hidden_in=_number(row["hidden_in"]),
        needs=_words(row["needs"]),
        kept_free_of=_words(row["kept_free_of"]),
        clearing=None
        if clearing is None
        else Clearing(_text(clearing["title"]), _number(clearing["takes"])),
    )


def _sourced(row: Json) -> Sourced:
    value, source, rule = _list(row)
    if not isinstance(value, int | str):
        raise TypeError
    return Sourced(value, _text(source), _text(rule))


def _setting(row: Mapping[str, Json]) -> Setting:
    return Setting(
        word=_text(row["word"]),
        title=_text(row["title"]),
        shape=SettingShape(_text(row["shape"])),
        role=_text(row["role"]),
        side=_text(row["side"]),
        category=_text(row["category"]),
        ranks=_words(row["ranks"]),
        words=_words(row["words"]),
        minimum=_number(row["minimum"]),
        maximum=_number(row["maximum"]),
        step=_number(row["step"]),
        default=_plain(row["default"]),
        conflicts=_words_by(row["conflicts"]),
        figures=_words_by(row["figures"]),
        tables_for=_words_by(row["tables_for"]),
        is_required=_flag(row["is_required"]),
        is_whole=_flag(row["is_whole"]),
        text=_text(row["text"]),
        rules=_words(row["rules"]),
    )


def _item(row: Mapping[str, Json]) -> Gear:
    return Gear(
        word=_text(row["word"]),
        title=_text(row["title"]),
        group=_text(row["group"]),
        keywords=_words(row["keywords"]),
        cost=_limit(row["cost"]),
        is_unique=_flag(row["is_unique"]),
        is_kept=_flag(row["is_kept"]),
        text=_text(row["text"]),
        source=_text(row["source"]),
        rules=_words(row["rules"]),
    )


def _deck(row: Mapping[str, Json]) -> Deck:
    return Deck(
        word=_text(row["word"]),
        title=_text(row["title"]),
        cards=tuple(map(_card, _rows(row["cards"]))),
        rules=_words(row["rules"]),
    )


def _card(row: Mapping[str, Json]) -> Card:
    return Card(
        word=_text(row["word"]),
        title=_text(row["title"]),
        copies=_number(row["count"]),
        icons=_words(row["icons"]),
        text=_text(row["text"]),
        gear=_text(row["gear"]),
        does=_text(row["does"]),
        source=_text(row["source"]),
    )


def _columns(rows: Json) -> tuple[Column, ...]:
    return tuple(
        Column(_text(row["value"]), _text(row["title"]), _text(row.get("group", "")))
        for row in _rows(rows)
    )


def _aid(row: Mapping[str, Json]) -> Aid:
    return Aid(
        word=_text(row["word"]),
        title=_text(row["title"]),
        text=_text(row["text"]),
        when=_words_by(row["when"]),
        rows=_words(row["rows"]),
        columns=_columns(row["columns"]),
        legend=_words(row["legend"]),
        rules=_words(row["rules"]),
    )


def _record(row: Mapping[str, Json]) -> Record:
    return Record(
        word=_text(row["word"]),
        title=_text(row["title"]),
        is_number=_flag(row["is_number"]),
        text=_text(row["text"]),
        rules=_words(row["rules"]),
    )


def _degree(row: Mapping[str, Json]) -> Degree:
    return Degree(
        word=_text(row["word"]),
        title=_text(row["title"]),
        text=_text(row["text"]),
        rules=_words(row["rules"]),
    )


def _interlude(row: Mapping[str, Json]) -> Interlude:
    return Interlude(
        word=_text(row["word"]),
        title=_text(row["title"]),
        text=_text(row["text"]),
        most=_number(row["most"]),
        follows=_words(row["follows"]),
        rows=_words(row["rows"]),
        columns=_columns(row["columns"]),
        rules=_words(row["rules"]),
    )


def _search(row: Mapping[str, Json]) -> Search:
    return Search(
        action_cost=_number(row["action_cost"]),
        draws=_number(row["draws"]),
        container_draws=_number(row["container_draws"]),
        deck=_text(row["deck"]),
        wanderer_radius=_number(row["wanderer_radius"]),
        wakes=_words(row["wakes"]),
        alarm=None if row["alarm"] is None else _roll(_mapping(row["alarm"])),
        rules=_words(row["rules"]),
    )


def _roll(row: Mapping[str, Json]) -> Roll:
    return Roll(_number(row["die"]), tuple(_number(face) for face in _list(row["faces"])))


def _fights(row: Mapping[str, Json]) -> Fights:
    return Fights(
        roll=_text(row["roll"]),
        die=_number(row["die"]),
        fewest=_number(row["fewest"]),
        table=_text(row["table"]),
        tables={word: _text(table) for word, table in _mapping(row["tables"]).items()},
        several=_number(row["several"]),
        enters=_flag(row["enters"]),
        against={word: _number(more) for word, more in _mapping(row["against"]).items()},
        attacks=tuple(map(_attack, _rows(row["attacks"]))),
        defence=_text(row["defence"]),
        behind=_text(row["behind"]),
        worn=_words(row["worn"]),
        armour=_text(row["armour"]),
        falls={
            _text(fall["rank"]): Fall(
                _text(fall["value"]),
                _flag(fall["is_kept"]),
                {mark: _number(hits) for mark, hits in _mapping(fall["marks"]).items()},
            )
            for fall in _rows(row["falls"])
        },
        given=_text(row["given"]),
        rules=_words(row["rules"]),
    )


def _attack(row: Mapping[str, Json]) -> Attack:
    return Attack(
        word=_text(row["word"]),
        title=_text(row["title"]),
        dice=_text(row["dice"]),
        against_large=_number(row["against_large"]),
    )


# -- plain values ------------------------------------------------------------------------


def _text(value: Json) -> str:
    if type(value) is not str:
        raise TypeError
    return value


def _number(value: Json) -> int:
    if type(value) is not int:
        raise TypeError
    return value


def _limit(value: Json) -> int | None:
    return None if value is None else _number(value)


def _flag(value: Json) -> bool:
    if type(value) is not bool:
        raise TypeError
    return value


def _list(value: Json) -> list[Json]:
    if type(value) is not list:
        raise TypeError
    return value


def _mapping(value: Json) -> dict[str, Json]:
    if type(value) is not dict:
        raise TypeError
    return value


def _rows(value: Json) -> list[dict[str, Json]]:
    return [_mapping(row) for row in _list(value)]


def _words(value: Json) -> tuple[str, ...]:
    return tuple([_text(word) for word in _list(value)])


def _words_by(value: Json) -> dict[str, tuple[str, ...]]:
    return {word: _words(words) for word, words in _mapping(value).items()}


def _plain(value: Json) -> Plain:
    if type(value) is dict:
        return {name: _plain(one) for name, one in value.items()}
    if type(value) is list:
        return tuple([_plain(one) for one in value])
    return value  # type: ignore[return-value]


def _plain_mapping(value: Json) -> dict[str, Plain]:
    return {name: _plain(one) for name, one in _mapping(value).items()}
