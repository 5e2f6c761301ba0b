"""The parser's tables, made from ``grammar.lark`` by Lark ahead of time.

Building LALR tables takes longer than checking a hundred quests, and importing Lark longer
than checking ten; so the tables are made once (``make grammar``), kept beside the
grammar as plain JSON, and held to it by tests that read the same texts with Lark itself.
What runs them is ``questwright.dsl.driver``. Where the JSON is missing they are made on the spot.
"""

from __future__ import annotations

import json
import os
import re
import sys
from typing import TYPE_CHECKING, Any, Final, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable

    from lark import Lark
    from lark.grammar import Rule

_HERE = os.path.dirname(__file__)  # noqa: PTH120 - no pathlib on the way in
GRAMMAR = os.path.join(_HERE, "grammar.lark")  # noqa: PTH118
TABLES = os.path.join(_HERE, "grammar.json")  # noqa: PTH118

GATHER: Final = "*"
"""Stands for the method of a rule that Lark made for a repetition: it makes a list."""
GATHER_ON: Final = "+"
"""The same, where the list is there and grows."""

_WORDS = re.compile(r"(?:\(\?:)?([a-z]+(?:\|[a-z]+)*)(?:\)\(\?!\[A-Za-z0-9_-\]\))?")
"""A terminal that is one small word, or one of several: the lexer reads a name and looks it up."""


class Reduction(NamedTuple):
    """What to do when a rule is complete."""

    name: str
    size: int
    """How many symbols it has."""
    method: str
    """Of the builder; empty where the only part is passed on; or one of the two above."""
    keep: tuple[int, ...] | None
    """Which symbols are parts; None for each."""
    splice: tuple[int, ...]
    """Which parts are lists whose members are parts."""


class Tables(NamedTuple):
    """All that reading needs."""

    scan: Callable[[str, int], re.Match[str] | None]
    """Blanks and a comment, then the next token, in the group of its terminal."""
    words: dict[str, str]
    """Words that may be more than a name, to their terminals."""
    rules: list[Reduction]
    states: list[dict[str, int]]
    """For each state what may come: the state it leads to, or ``~rule`` to reduce by."""
    start: int


def load_tables() -> Tables:
    """The tables of the grammar."""
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
    """The tables of the grammar as it stands, as canonical JSON."""
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
    """A rule as the driver applies it: Lark's way to shape a tree, without the tree."""
    symbols: list[Any] = list(rule.expansion)
    keep = [at for at, symbol in enumerate(symbols) if not (symbol.is_term and symbol.filter_out)]
    splice = tuple(
        part
        for part, at in enumerate(keep)
        if not symbols[at].is_term and symbols[at].name.startswith("_")
    )
    name = str(rule.origin.name)
    if name.startswith("_"):
        grows = splice == (0,) and symbols[keep[0]].name == name
        assert grows or name not in [symbol.name for symbol in symbols], f"{name} grows at its end"
        method, splice = (GATHER_ON, ()) if grows else (GATHER, splice)
    elif rule.options.expand1 and not rule.alias and len(keep) == 1 and not splice:
        method = ""
    else:
        assert rule.alias or not rule.options.expand1, f"{name} has no name of its own"
        method = rule.alias or name
    every = len(keep) == len(symbols)
    return Reduction(name, len(symbols), method, None if every else tuple(keep), splice)


def _lexing(parser: Lark) -> tuple[dict[str, str], str]:
    """Words to their terminals, and one expression for all others, the most urgent first."""
    words: dict[str, str] = {}
    groups: list[tuple[int, int, str]] = []
    blanks = ""
    for place, terminal in enumerate(parser.terminals):
        pattern = terminal.pattern.to_regexp()
        if terminal.name in parser.ignore_tokens:
            blanks = f"(?:{pattern})?{blanks}"
        elif listed := _WORDS.fullmatch(pattern):
            for word in listed[1].split("|"):
                assert word not in words, f"`{word}` is of two terminals"
                words[word] = terminal.name
        else:
            groups.append((-terminal.priority, place, f"(?P<{terminal.name}>{pattern})"))
    every = "|".join(group for _, _, group in sorted(groups))
    return words, f"{blanks}(?:{every})?"


if __name__ == "__main__":
    if os.environ.get("PYTHONHASHSEED") != "0":
        # Lark walks sets while it numbers states: one seed, one numbering.
        os.environ["PYTHONHASHSEED"] = "0"
        os.execv(sys.executable, [sys.executable, "-m", "questwright.dsl.tables"])  # noqa: S606
    made = build_tables()
    with open(TABLES, "w", encoding="utf-8", newline="\n") as file:  # noqa: PTH123
        file.write(made)
