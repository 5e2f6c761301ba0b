"""Read the settings: what a quest chooses for the settings of its game, as the party and options.

Takes the outline of a quest and its game. Returns a Setup: a value for every setting, and the
party. Reports settings that are missing, unknown or in conflict.
"""

from __future__ import annotations

import itertools

from questwright.compiler import codes
from questwright.compiler.frontend.outline import Outline, StatementReader
from questwright.compiler.model.words import is_called
from questwright.compiler.packs.system.settings import Setting, SettingRole, SettingShape
from questwright.compiler.passes.text.sort_statements import missing_comma
from questwright.dsl.diagnostics import Label, did_you_mean, listed
from questwright.dsl.prepare import ANYTHING
from questwright.dsl.syntax import Name, Place, PlaceForm, Statement

TYPE_CHECKING = False
if TYPE_CHECKING:
    from questwright.compiler.frontend.findings import Findings
    from questwright.compiler.packs.system.system import Kind, System
    from questwright.compiler.packs.system.values import Plain
    from questwright.dsl.source import Span
    from questwright.dsl.syntax import Value


class Setup:
    """The settings of a quest by word, where each one given stands in the text, and the party."""

    __slots__ = ("origins", "party", "values")

    def __init__(
        self, values: dict[str, Plain], origins: dict[str, Span], party: tuple[Kind, ...]
    ) -> None:
        self.values = values
        self.origins = origins
        self.party = party


def read_settings(outline: Outline, system: System, lost: set[str], findings: Findings) -> Setup:
    """Return every setting of the pack with its value in this quest, given or default."""
    values: dict[str, Plain] = {word: setting.default for word, setting in system.settings.items()}
    origins: dict[str, Span] = {}
    misread: set[str] = set()
    for statement in outline.settings:
        word = statement.head.text
        if word in origins:
            findings.add(
                codes.TWICE_SAID,
                f"`{word}` is set twice",
                statement.head.span,
                "the second time",
                related=(Label(origins[word], "first here"),),
                help="keep one of them",
            )
            continue
        origins[word] = statement.span
        value = _read(statement, system.settings[word], system, findings)
        if value is not None:
            values[word] = value
        else:
            misread.add(word)
    for word, setting in system.settings.items():
        if setting.is_required and word not in origins and lost.isdisjoint((word, ANYTHING)):
            findings.add(
                codes.UNSET_SETTING,
                f"this quest does not say `{word}`",
                outline.declaration.name.span,
                f"`{word}` is missing",
                reason=setting.text,
                help=f"add a line like `{word} {_example(setting, system)}`",
            )
    party: list[Kind] = []
    for word, setting in system.settings.items():
        # A party that could not be read stays empty, so that no finding is about its members.
        if setting.role is SettingRole.PARTY and word not in misread:
            chosen = values[word]
            if isinstance(chosen, tuple):
                party = [system.kinds[str(name)] for name in chosen if str(name) in system.kinds]
    if not any(setting.role is SettingRole.PARTY for setting in system.settings.values()):
        # In a game without a setting for the party, all its figures take part.
        party = [kind for kind in system.kinds.values() if kind.side == system.party.word]
    return Setup(values, origins, tuple(party))


def _read(statement: Statement, setting: Setting, system: System, findings: Findings) -> Plain:
    taken = StatementReader(statement, findings)
    shape = setting.shape
    value: Plain = None
    if shape is SettingShape.FLAG:
        value = True
    elif shape is SettingShape.NUMBER:
        value = _read_number(taken, setting, findings)
    elif shape in (SettingShape.KIND, SettingShape.WORD):
        name = taken.name()
        if name is None:
            _missing(statement, setting, system, findings)
        else:
            value = _accept(name, setting, system, findings)
    else:
        value = _read_several(taken, setting, system, findings)
    taken.finish(f"write it like `{setting.word} {_example(setting, system)}`", has_title=False)
    return value


def _read_number(taken: StatementReader, setting: Setting, findings: Findings) -> Plain:
    number = taken.number()
    taken.word("each")
    if number is None:
        taken.rest()
        findings.add(
            codes.MISSING_PART,
            f"`{setting.word}` needs a number",
            taken.statement.head.span,
            "no number",
            help=f"write it like `{setting.word} {setting.minimum}`",
        )
        return None
    if not setting.minimum <= number.value <= setting.maximum:
        findings.add(
            codes.BAD_NUMBER,
            f"`{setting.word}` cannot be {number.value}",
            number.span,
            f"from {setting.minimum} to {setting.maximum}",
            reason=setting.text or None,
        )
        return None
    return number.value


def _read_several(
    taken: StatementReader, setting: Setting, system: System, findings: Findings
) -> Plain:
    chosen: dict[str, Name] = {}
    understood = True
    _check_commas(taken.statement, findings)
    for tile, value in (_on_tile(value, setting) for value in taken.rest()):
        if type(value) is not Name:
            understood = False
            findings.add(
                codes.SURPLUS_PART, f"`{setting.word}` takes words", value.span, "not a word"
            )
            continue
        if setting.side and value.text not in system.kinds:
            kinds = _kinds_called(value.text, setting, system)
            chosen |= dict.fromkeys((word for word in kinds if word not in chosen), value)
            if kinds:
                continue
        accepted = _accept(value, setting, system, findings)
        if accepted is None:
            understood = False
            continue
        if tile + value.text in chosen:
            findings.add(
                codes.TWICE_SAID,
                f"`{tile}{value.text}` is named twice",
                value.span,
                "the second time",
                related=(Label(chosen[tile + value.text].span, "first here"),),
            )
            continue
        for rival in setting.conflicts.get(value.text, ()):
            if rival in chosen:
                findings.add(
                    codes.CONFLICTING_OPTIONS,
                    f"`{value.text}` and `{rival}` cannot both hold",
                    value.span,
                    "this one",
                    related=(Label(chosen[rival].span, "and this one"),),
                    help="keep one of them",
                )
        chosen[tile + value.text] = value
    count = len(chosen)
    if not understood and count < setting.minimum:
        return None
    if not setting.minimum <= count <= setting.maximum:
        findings.add(
            codes.PARTY_SIZE if setting.role is SettingRole.PARTY else codes.BAD_NUMBER,
            f"`{setting.word}` names {count}",
            taken.statement.span,
            f"from {setting.minimum} to {setting.maximum}",
        )
        if not count:
            return None
    return tuple(chosen)


def _check_commas(statement: Statement, findings: Findings) -> None:
    """Report words that stand side by side without a comma."""
    for item in statement.items:
        for first, second in itertools.pairwise(item):
            if type(first) is Name and type(second) is Name:
                missing_comma(first, second, findings)


def _on_tile(value: Value, setting: Setting) -> tuple[str, Value]:
    """Return a value without the tile that it is set for, and that tile with a colon."""
    if type(value) is Place and value.form is PlaceForm.SIDE and setting.is_by_tile:
        return f"{value.instance}:", Name(value.first, value.span)
    return "", value


def _kinds_called(word: str, setting: Setting, system: System) -> list[str]:
    """Return the words of the allowed kinds that a word means, also by a rank or a trait."""
    return [kind for kind in _allowed(setting, system) if is_called(system.kinds[kind], word)]


def with_chosen_sides(system: System, setup: Setup) -> System:
    """Return the game with each figure on the side that it plays for in this quest."""
    moved: dict[str, Kind] = {}
    for word, setting in system.settings.items():
        chosen = setup.values[word]
        if setting.side and isinstance(chosen, tuple):
            kinds = (system.kinds[str(kind)] for kind in chosen)
            moved |= {kind.word: kind._replace(side=setting.side) for kind in kinds}
    return system._replace(kinds={**system.kinds, **moved}) if moved else system


def check_sides(system: System, setup: Setup, findings: Findings) -> None:
    """Report figures that the settings put on two sides."""
    members = {kind.word for kind in setup.party}
    sides: dict[str, str] = {}
    for word, setting in system.settings.items():
        chosen = setup.values[word]
        if not setting.side or not isinstance(chosen, tuple):
            continue
        for kind in map(str, chosen):
            is_torn = sides.setdefault(kind, setting.side) != setting.side
            if is_torn or (kind in members and setting.side != system.party.word):
                findings.add(
                    codes.CONFLICTING_OPTIONS,
                    f"`{kind}` cannot play both for the party and against it",
                    setup.origins[word],
                    "named here",
                    help=f"take `{kind}` out of the party, or out of `{word}`",
                )


def _accept(name: Name, setting: Setting, system: System, findings: Findings) -> Plain:
    allowed = _allowed(setting, system)
    if name.text in allowed:
        return name.text
    help_ = did_you_mean(name.text, allowed)
    findings.add(
        codes.UNKNOWN_WORD,
        f"`{setting.word}` cannot be `{name.text}`",
        name.span,
        "not one of its words",
        reason=setting.text or None,
        help=help_ or f"it may be {listed(allowed)}",
    )
    return None


def _allowed(setting: Setting, system: System) -> list[str]:
    if setting.shape in (SettingShape.WORD, SettingShape.WORDS):
        return list(setting.words)
    return [
        word
        for word, kind in system.kinds.items()
        if (not setting.category or kind.category == setting.category)
        and (not setting.ranks or kind.rank in setting.ranks)
    ]


def _missing(statement: Statement, setting: Setting, system: System, findings: Findings) -> None:
    findings.add(
        codes.MISSING_PART,
        f"`{setting.word}` needs a word",
        statement.head.span,
        "nothing follows",
        help=f"it may be {listed(_allowed(setting, system))}",
    )


def _example(setting: Setting, system: System) -> str:
    if setting.shape is SettingShape.NUMBER:
        return str(setting.default if setting.default is not None else setting.minimum)
    if setting.shape is SettingShape.FLAG:
        return ""
    words = _allowed(setting, system)
    many = setting.shape in (SettingShape.KINDS, SettingShape.WORDS)
    return ", ".join(words[: 2 if many else 1])
