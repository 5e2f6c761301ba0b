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

from lark import Lark, Token, Transformer
from lark.lexer import BasicLexer, ContextualLexer, LexerState

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


class _QuickLexer(BasicLexer):
    """Lark's lexer without counting lines: places are offsets here, lines are found when shown."""

    def next_token(self, lex_state: LexerState, parser_state: object = None) -> Token:
        counter, text = lex_state.line_ctr, lex_state.text
        match, ignored = self.scanner.match, self.ignore_types
        at = counter.char_pos
        while at < text.end:
            found = match(text, at)
            if found is None:
                counter.char_pos = at
                return super().next_token(lex_state, parser_state)
            value, kind = found
            start, at = at, at + len(value)
            if kind in ignored:
                continue
            counter.char_pos = at
            token = Token(kind, value, start, end_pos=at)
            if kind in self.callback:
                token = self.callback[kind](token)
            lex_state.last_token = token
            return token
        counter.char_pos = at
        raise EOFError(self)


class _QuickContextualLexer(ContextualLexer):
    """Lark's contextual lexer, made of quick ones."""

    BasicLexer = _QuickLexer


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
    parser._load(  # noqa: SLF001
        {"data": data, "memo": memo},
        transformer=transformer,
        _plugins={"ContextualLexer": _QuickContextualLexer},
    )
    return parser


if __name__ == "__main__":
    if os.environ.get("PYTHONHASHSEED") != "0":
        # Lark walks sets while it numbers states: one seed, one numbering.
        os.environ["PYTHONHASHSEED"] = "0"
        os.execv(sys.executable, [sys.executable, "-m", "dsl.tables"])  # noqa: S606
    TABLES.write_text(build_tables(), encoding="utf-8", newline="\n")
