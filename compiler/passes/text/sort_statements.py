"""Sort the statements of a quest by subject.

Takes the declaration of a quest and its game. Returns an Outline: for each subject, its statements
in the order of the text. Reports statements that have no place in a quest.
"""

from __future__ import annotations

import itertools

from questwright.compiler import codes
from questwright.compiler.frontend.outline import Outline
from questwright.dsl import limits
from questwright.dsl.codes import TOO_LONG
from questwright.dsl.diagnostics import did_you_mean, listed
from questwright.dsl.syntax import (
    Allow,
    Declaration,
    Draw,
    Event,
    Expect,
    Form,
    Include,
    Legend,
    Name,
    Node,
    Place,
    Prose,
    Statement,
    Victory,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from questwright.compiler.frontend.findings import Findings
    from questwright.compiler.packs.system.system import System

_OUTLINE_PARTS = {
    "cards": "cards",
    "deck": "decks",
    "group": "groups",
    "item": "items",
    "join": "joins",
    "muster": "musters",
    "table": "tables",
    "wall": "walls",
}
"""Words of the language that begin a statement, by which part of an outline takes it."""
_VICTORY = "what ends a quest is a `victory`, like `victory heroes when all heroes in vault`"
_ITEM = "what can be carried is an `item`, like `item iron-key at C4`"
_FIGURE = "a figure begins with its kind, and `questwright systems` lists those of the game"
_LIMIT = "a limit is a `victory` of the other side, `when round > 12`"
_MEANT = {
    "boss": _FIGURE,
    "enemy": _FIGURE,
    "goal": _VICTORY,
    "hint": "what is for the other player alone is a `note`",
    "intro": "what is read when play begins is a `story`",
    "key": _ITEM,
    "lose": _VICTORY,
    "loss": _VICTORY,
    "monster": _FIGURE,
    "object": _ITEM,
    "objective": _VICTORY,
    "rounds": _LIMIT,
    "time": _LIMIT,
    "title": 'a title stands behind the name: `quest my-quest "My Quest" {`',
    "treasure": _ITEM,
    "trigger": "what happens is an `event`, like `event when iron-door opened {`",
    "turns": _LIMIT,
    "win": _VICTORY,
}
"""Words with which a statement is often begun, and what is written instead."""
_PARTS_BY_FORM = {
    Form.TILE: "tiles",
    Form.DOOR: "gates",
    Form.LOCK: "locks",
    Form.ACTION: "actions",
}


def sort_statements(declaration: Declaration, system: System, findings: Findings) -> Outline:
    """Return the statements of a quest by subject; report those that do not belong in a quest."""
    outline = Outline(declaration)
    for node in declaration.body:
        _sort(node, outline, system, findings)
    if len(outline.events) > limits.EVENTS:
        findings.add(
            TOO_LONG,
            f"a quest has {limits.EVENTS:,} events at the most, "
            f"and this one {len(outline.events):,}",
            outline.events[limits.EVENTS].span,
            "the first that is too many",
            help="several effects may stand in one event",
        )
        del outline.events[limits.EVENTS :]
    return outline


def _sort(node: Node, outline: Outline, system: System, findings: Findings) -> None:
    match node:
        case Statement():
            _sort_statement(node, outline, system, findings)
        case Draw():
            outline.drawings.append(node)
        case Legend():
            outline.legends.append(node)
        case Prose():
            if node.word.text == "read":
                _misplaced(
                    node.word, "read it when something happens: `event when … { read … }`", findings
                )
            outline.prose.append(node)
        case Event():
            outline.events.append(node)
        case Victory():
            outline.victories.append(node)
        case Expect():
            outline.expects.append(node)
        case Allow():
            outline.allows.append(node)
        case Include():
            findings.add(
                codes.MISPLACED,
                "`include` stands outside of quests",
                node.span,
                "not inside a quest",
                help="move it to the top of the file",
            )


def _sort_statement(
    statement: Statement, outline: Outline, system: System, findings: Findings
) -> None:
    head = statement.head
    _check_commas(statement, findings)
    if statement.form is Form.BOARD:
        if outline.boards:
            findings.add(codes.TWICE_SAID, "this quest has two boards", head.span, "the second one")
        outline.boards.append(statement)
        for node in statement.body or ():
            _sort(node, outline, system, findings)
    elif statement.form is Form.SYSTEM:
        pass
    elif statement.form in _PARTS_BY_FORM:
        getattr(outline, _PARTS_BY_FORM[statement.form]).append(statement)
    elif statement.form is Form.THING:
        _sort_thing(statement, outline, system, findings)
    elif statement.form is Form.SPAWN:
        _misplaced(head, "figures come into play in an event: `event when … { spawn … }`", findings)
    elif statement.form is Form.STAGE:
        _misplaced(head, "quests stand side by side; a `campaign` names them in order", findings)
    elif statement.form is Form.ROW:
        _misplaced(head, "rows stand in a table: `table weather with d6 { … }`", findings)
    elif statement.form is Form.EFFECT:
        _misplaced(head, "put it into an event: `event when … { … }`", findings)
    else:
        _misplaced(head, "a statement begins with a word", findings)


_ENDS = ("from", "to")
"""The words before the ends of a crossing."""


def _check_commas(statement: Statement, findings: Findings) -> None:
    """Report places that stand side by side without a comma.

    At the ends of a crossing they may: places side by side are one end there.
    """
    clauses = (clause for clause in statement.clauses if clause.word.text not in _ENDS)
    groups = [statement.items, *(clause.items for clause in clauses)]
    for item in (item for items in groups for item in items):
        for first, second in itertools.pairwise(item):
            if type(first) is Place and type(second) is Place:
                missing_comma(first, second, findings)


def missing_comma(first: Name | Place, second: Name | Place, findings: Findings) -> None:
    """Report two words or places that stand side by side without a comma."""
    words = [str(getattr(value, "text", value)) for value in (first, second)]
    findings.add(
        codes.MISSING_PART,
        f"a comma is missing between `{words[0]}` and `{words[1]}`",
        second.span,
        "no comma before it",
        help=f"write `{words[0]}, {words[1]}`",
    )


def _sort_thing(statement: Statement, outline: Outline, system: System, findings: Findings) -> None:
    word = statement.head.text
    if word in system.settings:
        outline.settings.append(statement)
    elif word in system.areas:
        outline.areas.append(statement)
    elif word in system.gates:
        outline.gates.append(statement)
    elif word in _OUTLINE_PARTS:
        getattr(outline, _OUTLINE_PARTS[word]).append(statement)
    elif word in system.terrains:
        outline.terrains.append(statement)
    elif word in system.levels:
        outline.levels.append(statement)
    elif word in system.crossings:
        outline.crossings.append(statement)
    elif word in system.barriers:
        outline.barriers.append(statement)
    elif word in system.kinds or is_group(word, system):
        outline.things.append(statement)
    else:
        unknown_word(statement.head, system, findings)


def is_group(word: str, system: System) -> bool:
    """Tell whether a word is a group of kinds, written before them, as ``furniture`` is."""
    return any(kind.group == word for kind in system.kinds.values())


def unknown_word(word: Name, system: System, findings: Findings) -> None:
    """Report a word that the game does not have, with the nearest one or those that it has."""
    known = [
        *system.kinds,
        *system.gates,
        *system.areas,
        *system.settings,
        *system.terrains,
        *system.levels,
        *system.barriers,
        *system.crossings,
        *_OUTLINE_PARTS,
    ]
    keywords = (
        "door",
        "lock",
        "event",
        "victory",
        "board",
        "tile",
        "action",
        "expect",
        "allow",
        "story",
        "rule",
        "note",
    )
    help_ = _MEANT.get(word.text) or _called(word.text, system)
    help_ = help_ or did_you_mean(word.text, [*known, *keywords])
    if help_ is None:
        examples = listed(sorted({*known}), 10)
        help_ = f"{system.title} has {examples}; `questwright systems {system.id}` lists them all"
    findings.add(
        codes.UNKNOWN_WORD,
        f"{system.title} has no word `{word.text}`",
        word.span,
        "unknown",
        help=help_,
    )


def _called(sort: str, system: System) -> str | None:
    """What a game calls its things of a sort, such as a start; None if it has none of it."""
    found = [kind.word for kind in system.kinds.values() if kind.category == sort]
    found += [gate.word for gate in system.gates.values() if gate.form == sort]
    return f"{system.title} calls it {listed(found, 10)}" if found else None


def _misplaced(word: Name, help_: str, findings: Findings) -> None:
    findings.add(
        codes.MISPLACED,
        f"`{word.text}` does not belong here",
        word.span,
        "misplaced",
        help=help_,
    )
