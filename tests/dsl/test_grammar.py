"""The grammar and its tables: Lark, which made them, reads what the driver reads."""

from __future__ import annotations

import hashlib
import json
import random
import re
import time
from pathlib import Path

import pytest
from hypothesis import given, settings
from lark import Lark, Transformer
from lark.exceptions import UnexpectedInput

from questwright.dsl import prepare, tables
from questwright.dsl.builder import Builder, TokenBuilder
from questwright.dsl.codes import UNEXPECTED
from questwright.dsl.formatter import same_meaning
from questwright.dsl.parser import QuestParser
from questwright.dsl.source import Source, Span
from questwright.dsl.syntax import Name, Prose
from questwright.dsl.tables import GRAMMAR, TABLES, build_tables
from support.generate import generate_quest
from support.more import amount
from support.paths import SHIPPED
from support.strategies import QUEST, quests

PARSER = QuestParser()


def parse(text):
    return PARSER.parse(Source("read.quest", text))


# -- the grammar and its tables -----------------------------------------------------------------


def test_the_tables_are_those_of_the_grammar():
    held = json.loads(Path(TABLES).read_text(encoding="utf-8"))
    grammar = Path(GRAMMAR).read_bytes()
    assert held["grammar"] == hashlib.sha256(grammar).hexdigest(), "run make grammar"


def test_the_tables_are_plain_data_and_the_same_each_time():
    made = json.loads(build_tables())
    held = json.loads(Path(TABLES).read_text(encoding="utf-8"))
    # Lark numbers its states anew with each hash seed.
    assert len(made.pop("states")) == len(held.pop("states"))
    assert made | {"start": 0} == held | {"start": 0}


def test_missing_tables_are_made_on_the_spot(monkeypatch, tmp_path):
    monkeypatch.setattr(tables, "TABLES", str(tmp_path / "none.json"))
    source = Source("read.quest", QUEST)
    assert same_meaning(QuestParser().parse(source), PARSER.parse(source))


class Larks(Transformer):
    """The builder as Lark calls one: tokens as tokens."""

    def __init__(self):
        super().__init__()
        self.path = ""
        self._builder = Builder()
        self._tokens = TokenBuilder()

    def __default__(self, data, children, meta):
        return getattr(self._builder, data)(children)

    def __default_token__(self, token):
        span = Span(self.path, token.start_pos, token.end_pos)
        make = getattr(self._tokens, token.type, None)
        return Name(str(token), span) if make is None else make(str(token), span)


LARK = Lark(
    Path(GRAMMAR).read_text(encoding="utf-8"),
    parser="lalr",
    lexer="contextual",
    maybe_placeholders=False,
    strict=True,
)
"""Lark itself, which made the tables, and knows nothing of the driver that runs them."""


def read_with_lark(text):
    larks = Larks()
    larks.path = "read.quest"
    return larks.transform(LARK.parse(text + "\n"))


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.stem)
def test_lark_reads_what_the_driver_reads(path):
    text = path.read_text(encoding="utf-8")
    file = parse(text).file
    assert read_with_lark(text) == [*file.includes, *file.declarations]
    assert any(isinstance(node, Prose) for node in file.declarations[0].body)


@settings(max_examples=amount(40, 100), deadline=None)
@given(quests())
def test_lark_reads_what_the_driver_reads_of_random_quests(text):
    file = parse(text).file
    assert read_with_lark(text) == [*file.includes, *file.declarations]


PIECES = re.compile(r'"""(?:[^"]|"(?!""))*"""|"[^"\n]*"|#[^\n]*|[A-Za-z0-9_|.-]+|[<>=!]+|\s+|.')


def spoiled(text, rng):
    """The text with a few of its pieces lost, doubled or moved.

    Never glued: where no name may come, Lark reads a `when` out of `whenever-so`.
    """
    pieces = PIECES.findall(text)
    for _ in range(rng.randint(1, 3)):
        at = rng.randrange(len(pieces))
        match rng.randrange(3):
            case 0:
                del pieces[at]
            case 1:
                pieces.insert(at, pieces[rng.randrange(len(pieces))])
            case _:
                other = rng.randrange(len(pieces))
                pieces[at], pieces[other] = pieces[other], pieces[at]
    return " ".join(pieces)


@pytest.mark.parametrize("seed", range(amount(60, 300)))
def test_lark_stops_where_the_driver_stops(seed):
    rng = random.Random(seed)
    text = spoiled(generate_quest(seed), rng)
    parsed = parse(text)
    try:
        found = read_with_lark(text)
    except UnexpectedInput as error:
        assert parsed.findings
        if all(finding.code is UNEXPECTED for finding in parsed.findings) and error.pos_in_stream:
            first = min(finding.label.span.start for finding in parsed.findings)
            last = error.pos_in_stream
            assert Source("", text).position(first).line <= Source("", text).position(last).line
    else:
        assert parsed.findings == ()
        assert found == [*parsed.file.includes, *parsed.file.declarations]


# -- how long it takes ------------------------------------------------------------------------

ADVERSARIES = {
    "NAME": "a-" * 4 + "a" * 8,
    "PLACE": "aaaa-",
    "PLACE colon": "a:A1..",
    "RANGE": "1..1",
    "PROSE": '""',
    "STRING": '"',
    "_NEWLINE": "\n \t",
    "COMMENT": "#",
    "SPACE": " \t",
    "COMPARISON": "<=>",
    "EFFECT": "give-",
    "quotes": '"" ',
    "marks": "e\u0301",
}


@pytest.mark.parametrize("seed", ADVERSARIES.values(), ids=ADVERSARIES)
def test_every_terminal_takes_linear_time(seed):
    patterns = [re.compile(terminal.pattern.to_regexp()) for terminal in LARK.terminals]
    patterns.append(re.compile(json.loads(Path(TABLES).read_text(encoding="utf-8"))["scan"]))
    patterns += [prepare._PIECES, prepare._FORBIDDEN, prepare._MARKS, prepare._OPENING]

    def seconds(pattern, length):
        text = (seed * length)[:length]
        best = 1.0
        for _ in range(3):
            began = time.process_time()
            for _ in range(3):
                pattern.match(text)
                pattern.match(text + "!")
            best = min(best, time.process_time() - began)
        return best

    for pattern in patterns:
        # Four times as much text; a machine with other things to do gets a second chance.
        assert any(
            seconds(pattern, 32_000) < max(0.001, 10 * seconds(pattern, 8_000)) for _ in range(4)
        ), pattern.pattern
