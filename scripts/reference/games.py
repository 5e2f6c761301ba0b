"""The pages of the games: all words of each pack."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

from questwright.compiler.assets import SYSTEMS_DIR
from questwright.compiler.packs.load import find_systems, load_system, pack_cache
from questwright.compiler.packs.system.clocks import RunsOut
from questwright.compiler.packs.system.settings import SettingShape
from scripts.reference import game_board, game_figures, game_play
from scripts.reference.markdown import code, codes, table
from scripts.reference.markdown import page as made

if TYPE_CHECKING:
    from questwright.compiler.packs.system.settings import Setting
    from questwright.compiler.packs.system.system import System

_SETTINGS: Final = (
    "A setting is a line at the top of a quest: its word, and what it is set to. "
    "See [settings](../language/settings.md)."
)


def pages(introduction: str) -> Mapping[str, str]:
    """The index, and a page for each game, by their paths."""
    systems = [_loaded(name) for name in sorted(find_systems(SYSTEMS_DIR))]
    return {
        "games/index.md": _index(systems, introduction),
        **{f"games/{system.id}.md": page(system) for system in systems},
    }


def _loaded(name: str) -> System:
    system = load_system(SYSTEMS_DIR / name, pack_cache()).system
    if system is None:
        raise ValueError(f"the pack {name} is not sound: see `questwright systems {name}`")
    return system


def _index(systems: list[System], introduction: str) -> str:
    rows = (
        (
            f"[{system.title}]({system.id}.md)",
            code(system.id),
            system.grid.cells,
            system.party.title,
            ", ".join(side.title for side in system.sides.values() if not side.is_party),
            len(system.kinds),
        )
        for system in systems
    )
    headings = ("game", "`system`", "played on", "the party", "other sides", "kinds of pieces")
    return made(introduction, table(headings, rows))


def page(system: System) -> str:
    """All words of a game."""
    sections = [
        ("Sides", _sides(system)),
        ("Settings", _settings(system)),
        ("Clocks", _clocks(system)),
        *game_board.sections(system),
        *game_figures.sections(system),
        *game_play.sections(system),
    ]
    return made(
        f"# {system.title}",
        f"The words that a quest with `system {system.id}` may use, from version {system.version} "
        f"of the pack. The game is played on {system.grid.cells}. "
        "[What the columns mean](index.md#how-to-read-the-tables) is on the page of all games.",
        *(part for title, text in sections if text for part in (f"## {title}", text)),
    )


def _sides(system: System) -> str:
    facings = codes(system.grid.facings)
    told = table(
        ("word", "title", "a member", "members", "wins in every quest if", "rules"),
        (
            (
                code(side.word),
                f"{side.title} (the party)" if side.is_party else side.title,
                code(side.one),
                code(side.many),
                code(side.default_victory),
                ", ".join(side.rules),
            )
            for side in system.sides.values()
        ),
    )
    return f"{told}\n\nFigures face {facings}." if facings else told


def _settings(system: System) -> str:
    parts = [
        _SETTINGS,
        table(
            ("word", "takes", "if left out", "what it does", "rules"),
            (
                (
                    code(setting.word),
                    _takes(setting, system),
                    _default(setting),
                    setting.text,
                    ", ".join(setting.rules),
                )
                for setting in system.settings.values()
            ),
        ),
    ]
    options = _mapping(system.rules.get("setting_words"))
    for setting in system.settings.values():
        if setting.words:
            parts += [f"### {setting.title} (`{setting.word}`)", _options(setting, options)]
    return "\n\n".join(parts)


def _clocks(system: System) -> str:
    meant = {RunsOut.LAST: "the last is taken", RunsOut.MISSING: "none is left to take"}
    return table(
        ("setting", "title", "taken at first", "taken each round", "words of conditions", "rules"),
        (
            (
                code(clock.word),
                clock.title,
                code(clock.at_first) if isinstance(clock.at_first, str) else str(clock.at_first),
                str(clock.each_round),
                "; ".join(f"{code(word)}: {meant[asked]}" for word, asked in clock.words.items()),
                ", ".join(clock.rules),
            )
            for clock in system.clocks.values()
        ),
    )


def _mapping(value: object) -> Mapping[str, object]:
    return value if isinstance(value, Mapping) else {}


def _options(setting: Setting, options: Mapping[str, object]) -> str:
    told = _mapping(options.get(setting.word))
    rows = []
    for word in setting.words:
        option = _mapping(told.get(word))
        conflicts = codes(setting.conflicts.get(word, ()))
        rows.append((code(word), option.get("title"), option.get("text"), conflicts))
    return table(("word", "title", "what it means", "not together with"), rows)


def _takes(setting: Setting, system: System) -> str:
    ranks = " or ".join(system_title(system, rank) for rank in setting.ranks)
    kinds = f"{ranks or setting.category or 'any'} kinds"
    match setting.shape:
        case SettingShape.NUMBER:
            step = f", a multiple of {setting.step}" if setting.step > 1 else ""
            return f"a number from {setting.minimum} to {setting.maximum}{step}"
        case SettingShape.KIND:
            return f"one of the {kinds}"
        case SettingShape.KINDS:
            return f"{setting.minimum} to {setting.maximum} of the {kinds}"
        case SettingShape.WORD:
            return f"one of the words [below](#{_anchor(setting)})"
        case SettingShape.WORDS:
            return f"some of the words [below](#{_anchor(setting)})"
        case SettingShape.FLAG:
            return "nothing"


def system_title(system: System, rank: str) -> str:
    """The printed name of a rank."""
    ranks = _mapping(system.rules.get("ranks"))
    return str(_mapping(ranks.get(rank)).get("title", rank))


def _anchor(setting: Setting) -> str:
    plain = "".join(one for one in setting.title.lower() if one.isalnum() or one in " -")
    return f"{plain.replace(' ', '-')}-{setting.word}"


def _default(setting: Setting) -> str:
    if setting.is_required:
        return "must be given"
    if isinstance(setting.default, tuple):
        return codes(setting.default) or "none"
    return "none" if setting.default is None else code(setting.default)
