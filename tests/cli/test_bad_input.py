"""Whatever is given: a coded finding, exit code 1, at once, and nothing lost."""

from __future__ import annotations

import json
import time

import pytest

from questwright.compiler.cli.main import EXIT_CLEAN, EXIT_FINDINGS
from questwright.dsl import limits
from questwright.dsl.parser import QuestParser
from questwright.dsl.prepare import decode
from questwright.dsl.source import Source
from support.more import some
from support.refusals import SECONDS, findings
from support.strategies import QUEST, run

pytestmark = pytest.mark.slow  # these are no unit tests: whole quests go through whole commands

PARSER = QuestParser()


def with_body(lines):
    return QUEST.replace("  expect winnable\n", lines)


# -- bytes -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "data",
    [
        b"\xff",
        b"\xc3",
        b"\xed\xa0\x80",
        b"\xc0\xaf",
        b"\xf4\x90\x80\x80",
        "é".encode("latin-1"),
        b"\x80" * 1000,
    ],
)
def test_not_utf8(refused, data):
    refused(QUEST.encode() + b"# " + data + b"\n", "QW001")
    refused(data, "QW001")


@pytest.mark.parametrize("codec", ["utf-16", "utf-16-le", "utf-32"])
def test_other_encodings(refused, codec):
    refused(QUEST.encode(codec))


def test_where_a_byte_is_not_utf8(tmp_path):
    path = tmp_path / "bad.quest"
    path.write_bytes("# é\r\n# ü ".encode() + b"\xff\n")
    (finding,) = findings(path)
    assert (finding["code"], finding["place"]["line"], finding["place"]["column"]) == (
        "QW001",
        2,
        5,
    )


@pytest.mark.parametrize("mark", [b"", b"\xef\xbb\xbf"])
@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("title", some(["Lämp – “Ærø”", "e\u0301", "Lamp"], 1))
def test_marks_and_line_ends_do_not_matter(tmp_path, mark, end, title):
    text = QUEST.replace("The Last Lamp", title)
    expected = PARSER.parse(Source("a.quest", text))
    source, wrong = decode("a.quest", mark + text.replace("\n", end).encode())
    assert wrong == ()
    assert source.text == text
    assert PARSER.parse(source) == expected
    path, plain = tmp_path / "a.quest", tmp_path / "b" / "a.quest"
    plain.parent.mkdir()
    path.write_bytes(mark + text.replace("\n", end).encode())
    plain.write_bytes(text.encode())
    for each in (path, plain):
        assert run("build", "--no-book", "-o", each.parent / "out", each).code == EXIT_CLEAN
    one, other = (
        (each.parent / "out" / "last-lamp" / "quest.json").read_bytes() for each in (path, plain)
    )
    assert one.replace(str(tmp_path / "a").encode(), b"") == other.replace(
        str(tmp_path / "b" / "a").encode(), b""
    )


def test_two_marks_are_one_too_many(refused):
    refused(b"\xef\xbb\xbf" * 2 + QUEST.encode(), "QW003")


CONTROLS = [*range(9), 0x0B, 0x0C, *range(0x0E, 0x20), *range(0x7F, 0xA0)]
BIDI = [0x061C, 0x200E, 0x200F, *range(0x202A, 0x202F), *range(0x2066, 0x206A)]
BREAKS = [0x2028, 0x2029, 0xFEFF, 0xFFFE, 0xFFFF, 0xFDD0, 0xFFF9]


@pytest.mark.parametrize("number", CONTROLS + BIDI + BREAKS, ids=lambda number: f"U+{number:04X}")
def test_no_control_and_no_bidi_character(number):
    char = chr(number)
    for text in (
        QUEST.replace("One lamp", f"One{char} lamp"),
        QUEST.replace("The Last", f"The{char}Last"),
        QUEST.replace("# ", f"# {char}") + f"# {char}\n",
        QUEST.replace("room adit", f"room{char} adit"),
        QUEST.replace("|s s", f"|s{char}s"),
    ):
        found = PARSER.parse(Source("a.quest", text)).findings
        assert "QW003" in {one.code.id for one in found}
        (first, *_) = (one for one in found if one.code.id == "QW003")
        assert text[first.label.span.start] == char


@pytest.mark.parametrize("char", ["\0", "\x1b", "\x9b", "\u202e", "\u2028", "\u2066"])
def test_a_forbidden_character_never_reaches_a_terminal(refused, char):
    done = refused(QUEST.replace("The Last", f"The{char}[2J{char}]0;x\x07Last"), "QW003")
    assert char not in done.out + done.err


# -- size -------------------------------------------------------------------------------------


@pytest.mark.parametrize("text", ["", " ", "\n", "\n\n \t\n", "\ufeff", "\r\n"])
def test_an_empty_file(refused, text):
    refused(text, "QW008")


@pytest.mark.parametrize("text", ["# nothing", "# one\n# two\n", "\n\n# three\n\n"])
def test_a_file_of_comments(refused, text):
    refused(text, "QW115")


def test_a_large_file(refused):
    refused(QUEST + "# filler\n" * 34_000, "QW002")


def test_a_file_at_the_limit(tmp_path):
    path = tmp_path / "large.quest"
    for size, code in ((limits.FILE_BYTES, 0), (limits.FILE_BYTES + 1, 1)):
        filler = size - len(QUEST.encode())
        lines = "# abcdefghijklmnopqrstuvwxyz\n" * (filler // 29) + "#" * (filler % 29)
        path.write_bytes((QUEST + lines).encode())
        assert path.stat().st_size == size
        done = run("check", path)
        assert done.code == code
        assert ("QW002" in done.out) is bool(code)


def test_a_line_at_the_limit(tmp_path):
    path = tmp_path / "long.quest"
    for length, code in ((limits.LINE_CHARACTERS, 0), (limits.LINE_CHARACTERS + 1, 1)):
        for fill in ("x", "é", "🕯"):
            path.write_text(QUEST + "#" + fill * (length - 1) + "\n", encoding="utf-8")
            done = run("check", path)
            assert done.code == code
            assert ("QW009" in done.out) is bool(code)


def test_a_text_at_the_limit(tmp_path):
    path = tmp_path / "prose.quest"
    for length, code in ((limits.PROSE_CHARACTERS, 0), (limits.PROSE_CHARACTERS + 1, 1)):
        inside = ("lamps " * 12 + "\n") * (length // 73 + 1)
        inside = inside[: length - 6]
        path.write_text(
            QUEST.replace("\n  One lamp is left in the mine, and it is moving.\n  ", inside),
            encoding="utf-8",
        )
        done = run("check", path)
        assert done.code == code, done
        assert ("QW009" in done.out) is bool(code)


def test_combining_marks_at_the_limit(refused, tmp_path):
    path = tmp_path / "marks.quest"
    marks = "e" + "\u0301" * limits.COMBINING_MARKS
    path.write_text(QUEST.replace("One lamp", marks), encoding="utf-8")
    assert run("check", path).code == EXIT_CLEAN
    refused(QUEST.replace("One lamp", marks + "\u0300"), "QW003")
    refused(QUEST.replace("One lamp", "e" + "\u0301" * 10_000), "QW003")


@pytest.mark.parametrize("side", [limits.DRAWING_SIDE, limits.DRAWING_SIDE + 1])
def test_a_drawing_at_the_limit(tmp_path, side):
    path = tmp_path / "wide.quest"
    rows = ["+-" * side + "+", "|s" + " ." * (side - 1) + "|", "+-" * side + "+"]
    text = QUEST[: QUEST.index("    +-")] + "\n".join(rows) + '\n    """\n    s: start\n  }\n'
    path.write_text(f"{text}  corridor hall at A1..B1\n}}\n", encoding="utf-8")
    done = run("check", path)
    assert ("QW009" in done.out) is (side > limits.DRAWING_SIDE)
    assert "QW901" not in done.err


# -- depth ------------------------------------------------------------------------------------


def nested(depth):
    return "quest a " + "{ board " * (depth - 1) + "{\n" + "}\n" * depth


def test_blocks_at_the_limit():
    for depth, codes in ((limits.NESTING, []), (limits.NESTING + 1, ["QW007"])):
        found = PARSER.parse(Source("a", nested(depth))).findings
        assert [one.code.id for one in found] == codes


def test_parentheses_at_the_limit():
    for depth, codes in ((limits.NESTING, []), (limits.NESTING + 1, ["QW007"])):
        text = "quest a {\n  victory b when " + "(" * depth + "c d" + ")" * depth + "\n}\n"
        found = PARSER.parse(Source("a", text)).findings
        assert [one.code.id for one in found] == codes


def condition(text):
    return QUEST.replace("any hero carries lamp", text)


DEEP = {
    "blocks on a line": nested(10_000).replace("\n", " "),
    "blocks on lines": "quest a {\n" + "board {\n" * 10_000 + "}\n" * 10_001,
    "blocks never closed": "{\n" * 100_000,
    "parentheses": condition("(" * 10_000 + "lamp taken" + ")" * 10_000),
    "parentheses on lines": condition("(\n" * 10_000 + "lamp taken" + "\n)" * 10_000),
    "not": condition("not " * 10_000 + "lamp taken"),
    "or": condition("lamp taken or " * 100_000 + "lamp taken"),
    "or on lines": condition("lamp taken or\n" * 10_000 + "lamp taken"),
    "and": condition("lamp taken and " * 10_000 + "lamp taken"),
    "commas": with_body("  room x at " + "A1, " * 40_000 + "A1\n"),
    "braces closed": "}\n" * 100_000,
    "quotes": '"\n' * 100_000,
    "three quotes": '"""' * 80_000,
    "three quotes on lines": '"""\n' * 60_001,
    "semicolons": with_body(";" * 200_000),
    "words": "a " * 100_000,
    "letters": "a" * 200_000,
    "hyphens": with_body("  room " + "a-" * 100_000 + "\n"),
    "numbers": with_body("  gold " + "9" * 100_000 + "\n"),
    "findings": "quest a {\n" + "%\n" * 100_000,
    "sums of names": with_body("  room x at A1\n" * 9_000),
    "events": with_body("  event when pit-door opened { give lamp }\n" * 1_000 + "  %\n"),
}


@pytest.mark.parametrize("text", DEEP.values(), ids=DEEP)
def test_depth_and_length_are_refused(refused, text):
    refused(text[: limits.FILE_BYTES * 2])


@pytest.mark.parametrize("text", DEEP.values(), ids=DEEP)
def test_what_fits_into_a_line_and_a_file_is_still_answered(text):
    pieces = [line[: limits.LINE_CHARACTERS] for line in text.split("\n")]
    began = time.process_time()
    PARSER.parse(Source("a", "\n".join(pieces)[: limits.FILE_BYTES]))
    assert time.process_time() - began < SECONDS


def test_the_longest_conditions_that_fit_mean_what_they_say(tmp_path):
    path = tmp_path / "long.quest"
    room = limits.LINE_CHARACTERS - 80
    for text in (
        "not " * (room // 8 * 2) + "any hero carries lamp",
        "lamp taken or " * (room // 14) + "any hero carries lamp",
        "lamp taken and " * (room // 15) + "any hero carries lamp",
        "(" * 32 + "not " * (room // 8 * 2 - 16) + "any hero carries lamp" + ")" * 32,
        "not (lamp taken and " * 20 + "any hero carries lamp" + ")" * 20,
    ):
        path.write_text(condition(text), encoding="utf-8")
        done = run("build", "--no-book", "-o", tmp_path / "out", path)
        assert done.code in (EXIT_CLEAN, EXIT_FINDINGS)
        assert "QW901" not in done.err
        assert run("fmt", "--check", path).code == EXIT_CLEAN


# -- quotes and braces -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("before", "after", "code"),
    [
        ('"The Last Lamp"', '"The Last Lamp', "QW004"),
        ('"The Last Lamp"', 'The Last Lamp"', "QW004"),
        ('moving.\n  """', "moving.\n", "QW004"),
        ('    """\n    s: start', "    s: start", "QW004"),
        ('goes out."""', "goes out.", "QW004"),
        ('"The Pit Door"', '"The Pit Door', "QW004"),
        ("heroes orlaf", 'heroes "', "QW004"),
        ("expect winnable\n}", "expect winnable\n", "QW005"),
        ("  room adit", "  room adit {", "QW005"),
        ("  room adit", "  } room adit", "QW006"),
        ("expect winnable\n}", "expect winnable\n}}", "QW006"),
        ("expect winnable\n}", "expect winnable\n}\n}\n", "QW006"),
        ("opened {", "opened", "QW010"),
        ("when pit-door", "when (pit-door", "QW010"),
        ("when pit-door", "when pit-door)", "QW010"),
    ],
)
def test_quotes_and_braces(refused, before, after, code):
    text = QUEST.replace(before, after)
    assert text != QUEST
    refused(text, code)


# -- drawings -----------------------------------------------------------------------------------

TORN = {
    "empty": ("", "QW011"),
    "spaces": ("     \n   ", "QW011"),
    "one row": ("    +-+-+", "QW011"),
    "even rows": ("    +-+-+\n    |s s|", "QW011"),
    "a letter": ("    s", "QW011"),
    "shifted row": ("    +-+-+\n     |s s|\n    +-+-+", "QW011"),
    "shifted walls": ("    +-+-+\n    |s s|\n     +-+-+", "QW011"),
    "missing row": ("    +-+-+\n    |s s|\n    |s s|\n    +-+-+", "QW011"),
    "post for a square": ("    +-+-+\n    |s +|\n    +-+-+", "QW011"),
    "dash for a bar": ("    +-+-+\n    -s s|\n    +-+-+", "QW011"),
    "bar for a dash": ("    +|+-+\n    |s s|\n    +-+-+", "QW011"),
    "rock in a wall": ("    +-+-+\n    |s#s|\n    +-+-+", "QW011"),
    "tabs": ("\t+-+-+\n\t|s\ts|\n    +-+-+", "QW011"),
    "symbols": ("    +-+-+\n    |s @|\n    +-+-+", "QW012"),
    "wide letters": ("    +-+-+\n    |s 日|\n    +-+-+", "QW012"),
    "an emoji": ("    +-+-+\n    |s 🕯|\n    +-+-+", "QW012"),
    "a hard space": ("    +-+-+\n    |s \u00a0|\n    +-+-+", "QW011"),
    "an unknown letter": ("    +-+-+\n    |s q|\n    +-+-+", "QW012"),
    "a letter less": ("    +-+-+\n    |. .|\n    +-+-+", "QW013"),
}


@pytest.mark.parametrize(("drawing", "code"), TORN.values(), ids=TORN)
def test_torn_drawings(refused, drawing, code):
    start, end = QUEST.index("    +-"), QUEST.index('\n    """\n    s:')
    refused(QUEST[:start] + drawing + QUEST[end:], code)


@pytest.mark.parametrize(
    ("before", "after", "code"),
    [
        ("    c: chest", "    x: chest", "QW012"),
        ("    c: chest", "    c: chest one\n    x: chest", "QW013"),
        ("    c: chest", "    s: chest", "QW014"),
        ("    c: chest", "    cc: chest", "QW013"),
        ("room face", "room adit", "QW102"),
        ("item lamp", "item adit", "QW102"),
        ("  item lamp", '  item lamp "Lamp" at A1\n  item lamp', "QW102"),
        ("event arrival", "event lamp", "QW102"),
        ("quest last-lamp", "quest last-lamp {\n}\nquest last-lamp", "QW102"),
    ],
)
def test_letters_and_names(refused, before, after, code):
    text = QUEST.replace(before, after)
    assert text != QUEST
    refused(text, code)


# -- the limits of a run ---------------------------------------------------------------------------


def lines_of(done, code):
    return [line for line in (done.out + done.err).splitlines() if f"[{code}]" in line]


def test_every_published_limit_is_in_the_module():
    published = run("systems", "--limits").out
    for name, value in vars(limits).items():
        if name.isupper() and name != "TYPE_CHECKING":
            assert f"{value:>10,}  " in published, name


@pytest.mark.parametrize("surplus", [0, 1])
def test_included_files_at_the_limit(tmp_path, surplus):
    count = limits.INCLUDED_FILES + surplus
    for number in range(count):
        (tmp_path / f"{number}.quest").write_text("# empty\n", encoding="utf-8")
    # Half of them are included by the first one, for those count as well.
    half = count // 2
    inner = "".join(f'include "{number}.quest"\n' for number in range(1, half))
    (tmp_path / "0.quest").write_text(inner, encoding="utf-8")
    outer = "".join(f'include "{number}.quest"\n' for number in (0, *range(half, count)))
    (tmp_path / "all.quest").write_text(outer + QUEST, encoding="utf-8")
    done = run("check", tmp_path / "all.quest")
    assert len(lines_of(done, "QW113")) == surplus, done
    assert ("includes 256 others at the most" in done.out) is bool(surplus)


def test_a_file_that_is_included_again_and_again(tmp_path):
    (tmp_path / "tiles.quest").write_text("# " + "x" * 1_000, encoding="utf-8")
    for count in (limits.INCLUDED_FILES, limits.INCLUDED_FILES + 1, 5_000):
        path = tmp_path / "again.quest"
        path.write_text('include "tiles.quest"\n' * count + QUEST, encoding="utf-8")
        done = run("check", path)
        assert len(lines_of(done, "QW113")) == (count > limits.INCLUDED_FILES)


@pytest.mark.parametrize("surplus", [0, 1])
def test_included_bytes_at_the_limit(tmp_path, surplus):
    line = "#" + "x" * 1_022 + "\n"
    full = line * (limits.FILE_BYTES // 1_024)
    count = limits.INCLUDED_BYTES // limits.FILE_BYTES
    for number in range(count):
        (tmp_path / f"{number}.quest").write_text(full, encoding="utf-8")
    includes = "".join(f'include "{number}.quest"\n' for number in range(count))
    if surplus:
        (tmp_path / "more.quest").write_text("#", encoding="utf-8")
        includes += 'include "more.quest"\n'
    (tmp_path / "all.quest").write_text(includes + QUEST, encoding="utf-8")
    done = run("check", tmp_path / "all.quest")
    assert len(lines_of(done, "QW113")) == surplus
    assert ("4,194,304 bytes at the most" in done.out) is bool(surplus)


@pytest.mark.parametrize("surplus", [0, 1])
def test_quests_of_a_file_at_the_limit(tmp_path, surplus):
    text = "".join(f"quest q-{number} {{}}\n" for number in range(limits.QUESTS + surplus))
    (tmp_path / "many.quest").write_text(text, encoding="utf-8")
    done = run("check", "--format=json", tmp_path / "many.quest")
    found = [entry for entry in json.loads(done.out) if entry["code"] == "QW009"]
    assert len(found) == surplus
    if surplus:
        assert found[0]["message"] == "a file has 256 quests at the most, and this one 257"


@pytest.mark.parametrize("surplus", [0, 1])
def test_events_at_the_limit(tmp_path, surplus):
    more = limits.EVENTS + surplus - QUEST.count("event ")
    events = "".join(
        f'  event e-{number} when pit-door opened {{ read """x""" }}\n' for number in range(more)
    )
    path = tmp_path / "events.quest"
    path.write_text(QUEST.replace("  victory", f"{events}  victory"), encoding="utf-8")
    done = run("check", path)
    assert len(lines_of(done, "QW009")) == surplus, done
    assert done.code == surplus


@pytest.mark.parametrize("surplus", [0, 1])
def test_files_of_a_run_at_the_limit(tmp_path, surplus, monkeypatch):
    monkeypatch.setattr(limits, "RUN_FILES", 12)
    for number in range(12 + surplus):
        (tmp_path / f"{number:02}.quest").write_text("# empty\n", encoding="utf-8")
    done = run("check", tmp_path)
    assert len(lines_of(done, "QW601")) == surplus
    assert len(lines_of(done, "QW008")) + len(lines_of(done, "QW115")) == 12
    named = run("check", *sorted(tmp_path.iterdir()))
    assert len(lines_of(named, "QW601")) == surplus


def test_findings_at_the_limit(tmp_path):
    for count in (199, limits.QUEST_FINDINGS, limits.QUEST_FINDINGS + 1):
        wrong = "".join(f"  nonsense-{number} at A1\n" for number in range(count))
        path = tmp_path / "wrong.quest"
        path.write_text(QUEST.replace("  victory", f"{wrong}  victory"), encoding="utf-8")
        done = run("check", "--format=json", path)
        found = json.loads(done.out)
        assert len(found) == min(count, limits.QUEST_FINDINGS)
