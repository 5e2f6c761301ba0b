"""The LALR tables of the parser, which Lark makes from ``grammar.lark`` ahead of time.

Lark takes longer to build the tables than the compiler takes to check a hundred quests, and longer
to import than it takes to check ten. So ``make grammar`` makes them once, and keeps them beside the
grammar as JSON. Tests read the same texts with Lark itself, and compare.
`questwright.dsl.driver` runs the tables. Without the JSON they are made when they are loaded.
"""

from __future__ import annotations

import json
import os
import re
import sys

from questwright.dsl.records import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any, Final

    from lark import Lark
    from lark.grammar import Rule

_HERE = os.path.dirname(__file__)  # noqa: PTH120 - no pathlib on the way in
GRAMMAR = os.path.join(_HERE, "grammar.lark")  # noqa: PTH118
TABLES = os.path.join(_HERE, "grammar.json")  # noqa: PTH118

NEW_LIST: Final = "*"
"""The method of a rule that Lark makes for a repetition: its parts become a list."""
EXTEND_LIST: Final = "+"
"""The same, where the first part is such a list: the other parts are appended to it."""

_WORDS = re.compile(r"(?:\(\?:)?([a-z]+(?:\|[a-z]+)*)(?:\)\(\?!\[A-Za-z0-9_-\]\))?")
"""A terminal that is a word or one of several; the lexer reads a name and looks it up."""


class Reduction(NamedTuple):
    """A rule of the grammar, and how its value is made."""

    name: str
    """The nonterminal that the rule makes."""
    size: int
    """How many symbols it has."""
    method: str
    """The builder's method, NEW_LIST or EXTEND_LIST; empty where the only part is passed on."""
    keep: tuple[int, ...] | None
    """The indices of the symbols that are parts; None for all."""
    splice: tuple[int, ...]
    """The indices of the parts that are lists, and whose members are the parts instead."""


class Tables(NamedTuple):
    """The tables of the lexer and the parser."""

    scan: Callable[[str, int], re.Match[str] | None]
    """Matches blanks and a comment, then the next token, in a group named like its terminal."""
    words: dict[str, str]
    """The terminals of the words that are keywords where the state expects them."""
    rules: list[Reduction]
    states: list[dict[str, int]]
    """For each state, by symbol: the state to shift to, or ``~rule`` to reduce by."""
    start: int
    """The first state."""


def load_tables() -> Tables:
    """Return the tables of the grammar, from the JSON beside it."""
    try:
        with open(TABLES, encoding="utf-8") as file:  # noqa: PTH123
            text = file.read()
    except FileNotFoundError:
        text = build_tables()
    data = json.loads(text)
    rules = [
        Reduction(name, size, method, None if keep is None else tuple(keep), tuple(splice))
        for name, size, method, keep, splice in data["rules"]
    ]
    scan = re.compile(data["scan"]).match
    return Tables(scan, data["words"], rules, data["states"], data["start"])


# ---- making them -------------------------------------------------------------------------


def build_tables() -> str:
    """Return the tables that Lark makes from the grammar, as canonical JSON."""
    import hashlib

    from lark import Lark

    with open(GRAMMAR, encoding="utf-8") as file:  # noqa: PTH123
        grammar = file.read()
    parser = Lark(grammar, parser="lalr", lexer="contextual", maybe_placeholders=False)
    words, scan = _lexing(parser)
    table = parser.parser.parser._parse_table  # noqa: SLF001 - what Lark itself serialises
    numbers = {rule: number for number, rule in enumerate(parser.rules)}
    rows = [
        {
            name: argument if action.name == "Shift" else ~numbers[argument]
            for name, (action, argument) in sorted(table.states[state].items())
        }
        for state in sorted(table.states)
    ]
    assert sorted(table.states) == list(range(len(rows)))
    rows[table.end_states["start"]]["$END"] = table.end_states["start"]
    document = {
        "grammar": hashlib.sha256(grammar.encode()).hexdigest(),
        "rules": [list(_rule(rule)) for rule in parser.rules],
        "scan": scan,
        "start": table.start_states["start"],
        "states": rows,
        "words": words,
    }
    return json.dumps(document, sort_keys=True, ensure_ascii=True, separators=(",", ":")) + "\n"


def _rule(rule: Rule) -> Reduction:
    """Return a rule as the driver applies it, with the parts that Lark would put into its tree."""
    symbols: list[Any] = list(rule.expansion)
    keep = [at for at, symbol in enumerate(symbols) if not (symbol.is_term and symbol.filter_out)]
    splice = tuple(
        part
        for part, at in enumerate(keep)
        if not symbols[at].is_term and symbols[at].name.startswith("_")
    )
    name = str(rule.origin.name)
    if name.startswith("_"):
        extends = splice == (0,) and symbols[keep[0]].name == name
        assert extends or name not in [symbol.name for symbol in symbols], f"{name} recurs inside"
        method, splice = (EXTEND_LIST, ()) if extends else (NEW_LIST, splice)
    elif rule.options.expand1 and not rule.alias and len(keep) == 1 and not splice:
        method = ""
    else:
        assert rule.alias or not rule.options.expand1, f"{name} has no name of its own"
        method = rule.alias or name
    every = len(keep) == len(symbols)
    return Reduction(name, len(symbols), method, None if every else tuple(keep), splice)


def _lexing(parser: Lark) -> tuple[dict[str, str], str]:
    """Return the keywords with their terminals, and an expression for all other terminals.

    Its alternatives are in order of priority.
    """
    words: dict[str, str] = {}
    groups: list[tuple[int, int, str]] = []
    blanks = ""
    for place, terminal in enumerate(parser.terminals):
        pattern = terminal.pattern.to_regexp()
        if terminal.name in parser.ignore_tokens:
            blanks = f"(?:{pattern})?{blanks}"
        elif listed := _WORDS.fullmatch(pattern):
            for word in listed[1].split("|"):
                assert word not in words, f"`{word}` has two terminals"
                words[word] = terminal.name
        else:
            groups.append((-terminal.priority, place, f"(?P<{terminal.name}>{pattern})"))
    every = "|".join(group for _, _, group in sorted(groups))
    return words, f"{blanks}(?:{every})?"


if __name__ == "__main__":
    if os.environ.get("PYTHONHASHSEED") != "0":
        # Lark iterates over sets while it numbers states: a fixed seed fixes the numbers.
        os.environ["PYTHONHASHSEED"] = "0"
        os.execv(sys.executable, [sys.executable, "-m", "questwright.dsl.tables"])  # noqa: S606
    made = build_tables()
    with open(TABLES, "w", encoding="utf-8", newline="\n") as file:  # noqa: PTH123
        file.write(made)
