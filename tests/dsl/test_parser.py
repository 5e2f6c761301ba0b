"""Reading: every mistake told once, in the right place, in words; and never a crash."""

from __future__ import annotations

import random
import re
import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from questwright.dsl import limits
from questwright.dsl.drawing import DrawingKind, cell_at, cell_name, read_drawing
from questwright.dsl.formatter import same_meaning
from questwright.dsl.parser import QuestParser
from questwright.dsl.prose import read_prose
from questwright.dsl.source import Position, Source, Span
from questwright.dsl.syntax import Draw, Form, Name, Predicate, Statement, Text, Victory
from support.more import amount
from support.strategies import QUEST, quests

PARSER = QuestParser()
TERMINAL = re.compile(
    r"\b_?(?:NAME|NUMBER|RANGE|STRING|PROSE|PLACE|CODE|COMMENT|SPACE|CLAUSE|EFFECT|QUANTIFIER"
    r"|COMPARISON|PROSE_WORD|LBRACE|RBRACE|LPAR|RPAR|COLON|COMMA|SEMICOLON|WHEN|WHENEVER|DOOR"
    r"|EVENT|SPAWN|BOARD|SYSTEM|NEWLINE|NOT|AND|OR|BECAUSE|BROKEN|END|ANON|STRAND|ROUNDS|UNREACHABLE"
    r"|MUST|FACE|OPTIONAL|CANNOT|CAN|WINNABLE|UNWINNABLE|\w*__ANON_\d+)\b|\$END"
)
"""Names that only the parser uses; in capitals, as no message is."""


def parse(text):
    return PARSER.parse(Source("read.quest", text))


def codes(parsed):
    return [finding.code.id for finding in parsed.findings]


# -- what is read --------------------------------------------------------------------------


def test_a_quest_is_read_whole():
    (quest,) = parse(QUEST).file.declarations
    assert (quest.word.text, quest.name.text, quest.title.raw) == (
        "quest",
        "last-lamp",
        "The Last Lamp",
    )
    forms = [node.form for node in quest.body if isinstance(node, Statement)]
    assert forms == [Form.SYSTEM, Form.THING, Form.THING, Form.BOARD, *[Form.THING] * 3]
    (victory,) = (node for node in quest.body if isinstance(node, Victory))
    assert isinstance(victory.condition, Predicate)
    assert [word.text for word in victory.condition.verb] == ["carries", "lamp"]


@pytest.mark.parametrize(
    "written", ["C4", "C4|D4", "C4..F6", "AA120", "X", "crypt:C4", "jails:west", "crypt:A1..B2"]
)
def test_a_place_is_read_as_it_is_written(written):
    (quest,) = parse(f"quest a {{\n  room b at {written}\n}}\n").file.declarations
    (place,) = quest.body[0].clauses[0].items[0]
    assert str(place) == written


@pytest.mark.parametrize("cell", ["A1", "Z9", "AA1", "AZ12", "BA120", "ZZ999"])
def test_a_cell_has_one_name(cell):
    assert cell_name(*cell_at(cell)) == cell


def test_small_words_are_names_where_they_are_longer():
    parsed = parse("quest a {\n  room at-last at A1\n  item key-in at A1\n}\n")
    assert parsed.findings == ()
    assert [n.items[0][0].text for n in parsed.file.declarations[0].body] == ["at-last", "key-in"]


@pytest.mark.parametrize("end", ["", "\n", "\n\n", " ", "  # last", "\n# last", "\n\n# a\n  # b"])
def test_the_end_of_a_file_does_not_matter(end):
    assert same_meaning(parse(QUEST.rstrip() + end), parse(QUEST))


# -- what is wrong ------------------------------------------------------------------------

MISTAKES = (
    "rom cave at A1 %",
    "room Cave at A1",
    "room cave_two at A1",
    "room 5rats at A1",
    "room cave at A1b",
    "give 5x",
    "Room cave at A1",
    "room cave at A1 at A2 ; ; %",
    "item at at %",
    'event wen cave opened { read "x" }',
    "event when { give key }",
    "event when (cave opened { give key }",
    "event when cave opened and { give key }",
    "victory heroes when",
    "victory heroes when any hero carries and",
    "victory when cave opened",
    "expect",
    "expect winnable in 5 rounds",
    "expect must cave",
    "expect cave unreachable without",
    "allow QW101",
    'allow because "why"',
    "allow QW101 because why",
    'door "abc',
    "system",
    "story",
    "story Once",
    "read 5",
    "draw",
    "42",
    "C4",
    "= 4",
    "( )",
    ": start",
    "x: ",
    "x: %",
    "lock",
    "tile",
    "lock",
    "action",
    "include tiles",
    "$ 4",
    "é",
    "room cave at A1 § B2",
    "set = 4",
    "12..",
)
"""Lines each of which is one mistake, whatever stands around them."""

GOOD = ('room cave-{} at A1..B2 "The Cave"', "item key-{} at C3", 'note "Fine {}"', "gold {}")


@pytest.mark.parametrize("line", MISTAKES)
def test_a_mistake_is_told_once(line):
    parsed = parse(f"quest a {{\n  room one at A1\n  {line}\n  room two at A2\n}}\n")
    assert len(parsed.findings) == 1, [(f.code.id, f.message) for f in parsed.findings]
    (finding,) = parsed.findings
    where = Source("", f"quest a {{\n  room one at A1\n  {line}\n").position(
        finding.label.span.start
    )
    assert where.line == 3
    names = [node.items[0][0].text for node in parsed.file.declarations[0].body if node.items]
    assert names[0] == "one"
    assert names[-1] == "two"


@pytest.mark.parametrize("seed", range(40))
def test_many_mistakes_are_each_told_once(seed):
    chance = random.Random(seed)
    wrong = chance.sample(MISTAKES, chance.randint(2, 12))
    lines = [(line, True) for line in wrong]
    lines += [(chance.choice(GOOD).format(n), False) for n in range(chance.randint(0, 20))]
    chance.shuffle(lines)
    text = "quest a {\n" + "".join(f"  {line}\n" for line, _ in lines) + "}\n"
    expected = [number for number, (_, bad) in enumerate(lines, 2) if bad]
    source = Source("", text)
    found = sorted(
        source.position(finding.label.span.start).line for finding in parse(text).findings
    )
    assert found == expected, text


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("quest a {\n  room b at A1\n", ["QW005"]),
        ("quest a {\n  event when b {\n    give c\n", ["QW005"]),
        ("quest a {\n}\n}\n", ["QW006"]),
        ("}\n", ["QW006"]),
        ("quest a {\n  } room b at A1\n}\n", ["QW006", "QW010"]),
        ('quest a "Title {\n  room b at A1\n}\n', ["QW004"]),
        ('quest a {\n  note "hello } there {x\n}\n', ["QW004"]),
        ('quest a {\n  note "\n}\n', ["QW004"]),
        ('include "\nquest a {\n}\n', ["QW004"]),
        ('quest a {\n  story """ never closed\n', ["QW004"]),
        ('quest a {\n  story """', ["QW004"]),
        ('quest a {\n  draw """\n  +-+\n  |s|\n  +-+\n  s: start\n}\n', ["QW004"]),
        # The quotes of the story are missing, so that the drawing's would close it.
        ('quest a {\n  story """ Once.\n  draw """\n  +-+\n  """\n  s: start\n}\n', ["QW004"]),
        ("quest a\n", ["QW010"]),
        ("quest\n", ["QW010"]),
        ("quest Drowned {\n}\n", ["QW010"]),
        ("quest a {\n}\nquest b {\n  %\n}\nquest c {\n}\n", ["QW010"]),
        ("room b at A1\n", ["QW010"]),
    ],
)
def test_a_broken_block_or_text_is_told_once(text, expected):
    assert sorted(codes(parse(text))) == expected


def test_after_a_broken_declaration_the_others_are_read():
    parsed = parse("quest a {\n  %\n}\nquest b {\n}\ntile c {\n}\n")
    assert [declaration.name.text for declaration in parsed.file.declarations] == ["a", "b", "c"]


def test_findings_stop_at_the_limit():
    for line in ("%\n", "}\n", 'note "\n', "x\u0000\n"):
        parsed = parse("quest a {\n" + line * 500)
        assert len(parsed.findings) <= limits.FINDINGS + 1, line


# -- where it is wrong ----------------------------------------------------------------------


def test_columns_count_characters():
    source = Source("", "🕯🕯 e\u0301x\n%")
    assert source.position(source.text.index("x")) == Position(1, 6)
    assert source.position(source.text.index("%")) == Position(2, 1)
    assert source.offset(2, 1) == source.text.index("%")
    assert source.line(1) == "🕯🕯 e\u0301x"
    assert source.line(2) == "%"
    assert source.line(3) == source.line(0) == ""


@pytest.mark.parametrize("before", ["", "🕯🕯", "e\u0301", "日本", "\t"])
def test_a_mistake_behind_a_text_is_found_at_its_column(before):
    text = f'quest a {{\n  room b at A1 "{before}" %\n}}\n'
    (finding,) = parse(text).findings
    assert text[finding.label.span.start] == "%"
    assert Source("", text).position(finding.label.span.start) == (2, 19 + len(before))


def held_to_file(text):
    """Every finding of a text lies in it and speaks no parser's language."""
    parsed = parse(text)
    for finding in parsed.findings:
        for label in (finding.label, *finding.related):
            assert 0 <= label.span.start <= label.span.end <= len(text), finding
        words = (finding.message, finding.label.text, finding.reason or "", finding.help or "")
        for said in words:
            told = re.sub(r"`[^`]*`", "", said)
            assert not TERMINAL.search(told), finding
        assert finding.message
        assert not finding.message.endswith(".")
    return parsed


SOUP = st.lists(
    st.sampled_from(
        [
            *"{}()[];:,.#|%=<>\"'$é🕯\n\t ",
            '"""',
            "quest",
            "tile",
            "board",
            "draw",
            "door",
            "event",
            "when",
            "whenever",
            "victory",
            "expect",
            "winnable",
            "cannot",
            "strand",
            "allow",
            "because",
            "include",
            "story",
            "spawn",
            "give",
            "any",
            "all",
            "or",
            "at",
            "locked",
            "by",
            "a-name",
            "A1",
            "A1|B1",
            "A1..B2",
            "5",
            "5..12",
            ">=",
            '"text"',
            '"""prose"""',
            "QW101",
            "\n",
            "\n",
            "{\n",
            "}\n",
        ]
    ),
    max_size=60,
)


@settings(max_examples=amount(150, 400), deadline=None)
@given(st.text(max_size=200))
def test_no_text_is_too_much(text):
    held_to_file(text)


@settings(max_examples=amount(200, 600), deadline=None)
@given(SOUP, st.sampled_from(["", "quest a {\n"]))
def test_no_soup_of_words_is_too_much(words, start):
    held_to_file(start + " ".join(words))


@settings(max_examples=amount(50, 150), deadline=None)
@given(quests(), st.data())
def test_no_piece_of_a_quest_is_too_much(text, data):
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, len(text)))
    held_to_file(text[:start] + text[end:])


@settings(max_examples=200, deadline=None)
@given(st.text(alphabet="+-|.# sDx\n\t", max_size=300), st.sampled_from([*DrawingKind]))
def test_no_drawing_is_too_much(raw, kind):
    span = Span("", 0, len(raw) + 6)
    source = Source("", f'"""{raw}"""')
    draw = Draw(Name("draw", span), None, Text(raw, span, is_prose=True), span)
    drawing, findings = read_drawing(draw, kind, source)
    for mark in (*drawing.cells.values(), *drawing.east.values(), *drawing.south.values()):
        assert source.text[mark.offset] == mark.char
    for finding in findings:
        assert 0 <= finding.label.span.start <= finding.label.span.end <= len(source.text)


@settings(max_examples=200, deadline=None)
@given(st.text(alphabet="*[]ab- \n\té", max_size=120))
def test_no_prose_is_too_much(raw):
    text = f'"""{raw}"""'
    blocks, findings = read_prose(Text(raw, Span("", 0, len(text)), is_prose=True))
    for block in blocks:
        for run in block.runs:
            assert run.text
            assert text.startswith(run.text[:1].strip(), run.offset)
    for finding in findings:
        assert text[finding.label.span.start : finding.label.span.end] in ("*", "**", "[[", "]]")


@settings(max_examples=amount(40, 100), deadline=None)
@given(quests())
def test_random_quests_read_without_a_word(text):
    parsed = parse(text)
    assert parsed.findings == ()
    assert len(parsed.file.declarations) == 1


# -- how long it takes ------------------------------------------------------------------------


@pytest.mark.parametrize(
    "line",
    [
        '  note "x"\n',
        "  room b at A1..B2, C3 by c\n",
        "  # nothing\n",
        "  victory heroes when a b and not (c d or e f)\n",
        "\n",
        '  story """\n  words\n  """\n',
        " ;\n",
    ],
)
def test_reading_takes_linear_time(line):
    def seconds(count):
        text = "quest a {\n" + line * count + "}\n"
        best = 10.0
        for _ in range(3):
            began = time.process_time()
            assert parse(text).findings == ()
            best = min(best, time.process_time() - began)
        return best

    assert any(seconds(800) < 3 * seconds(400) + 0.01 for _ in range(4))
