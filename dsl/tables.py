"""The parser's tables, made from ``grammar.lark`` ahead of time.

Building an LALR table takes longer than checking a quest, so the tables are made once
(``python -m dsl.tables``), kept beside the grammar as plain JSON, and held to it by a
test. They are data of this package and never looked for anywhere else.
"""

from __future__ import annotations

import hashlib
import json
import os
import sys
from pathlib import Path
from typing import Any

from lark import Lark, Transformer

GRAMMAR = Path(__file__).with_name("grammar.lark")
TABLES = Path(__file__).with_name("grammar.json")


def build_tables() -> str:
    """The tables of the grammar as it stands, as canonical JSON."""
    from lark.grammar import Rule
    from lark.lexer import TerminalDef

    grammar = GRAMMAR.read_text(encoding="utf-8")
    parser = Lark(grammar, parser="lalr", lexer="contextual", maybe_placeholders=False)
    data, memo = parser.memo_serialize([TerminalDef, Rule])
    parse_table = data["parser"]["parser"]
    parse_table["states"] = {str(key): row for key, row in parse_table["states"].items()}
    document = {
        "data": data,
        "grammar": hashlib.sha256(grammar.encode()).hexdigest(),
        "memo": {str(key): value for key, value in memo.items()},
    }
    return json.dumps(document, sort_keys=True, ensure_ascii=True, separators=(",", ":")) + "\n"


def load_parser(transformer: Transformer[Any, Any]) -> Lark:
    """The quest parser, ready, with the given transformer applied as it parses."""
    document = json.loads(TABLES.read_bytes())
    data = document["data"]
    memo = {int(key): value for key, value in document["memo"].items()}
    parse_table = data["parser"]["parser"]
    parse_table["states"] = {
        int(state): {name: tuple(action) for name, action in row.items()}
        for state, row in parse_table["states"].items()
    }
    parser: Lark = Lark.__new__(Lark)
    # Lark's documented way in is `Lark.load`, which reads a pickle; this is the same
    # step on plain data.
    parser._load({"data": data, "memo": memo}, transformer=transformer)  # noqa: SLF001
    return parser


if __name__ == "__main__":
    if os.environ.get("PYTHONHASHSEED") != "0":
        # Lark walks sets while it numbers states: one seed, one numbering.
        os.environ["PYTHONHASHSEED"] = "0"
        os.execv(sys.executable, [sys.executable, "-m", "dsl.tables"])  # noqa: S606
    TABLES.write_text(build_tables(), encoding="utf-8", newline="\n")
