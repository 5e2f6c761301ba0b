"""Whatever is given: a coded finding, exit code 1, at once, and nothing lost."""

from __future__ import annotations

import json
import os
import sys
import time
import unicodedata

import pytest
from strategies import QUEST, run, spawn

from compiler.cli.main import EXIT_CLEAN, EXIT_FINDINGS
from dsl import limits
from dsl.formatter import same_meaning
from dsl.guard import decode
from dsl.parser import QuestParser
from dsl.source import Source

SECONDS = 5
"""For one command; a designer's machine takes a tenth of one."""
PARSER = QuestParser()
POSIX = pytest.mark.skipif(sys.platform == "win32", reason="no such files there")


def fingerprint(folder):
    """Every file of a folder with its bytes and times."""
    return {
        str(path.relative_to(folder)): (
            path.lstat().st_mtime_ns,
            path.lstat().st_ino,
            path.read_bytes() if path.is_file() else b"",
        )
        for path in sorted(folder.rglob("*"))
    }


@pytest.fixture(scope="module")
def out(tmp_path_factory):
    """An output folder with the last good results in it."""
    folder = tmp_path_factory.mktemp("built")
    quest = folder / "good.quest"
    quest.write_text(QUEST, encoding="utf-8")
    done = run("build", "--no-book", "--out", folder / "out", quest)
    assert done.code == EXIT_CLEAN, done
    return folder / "out"


@pytest.fixture
def refused(tmp_path, out):
    """Hold what a build says of a text to what is promised of bad input."""

    def refuse(data, *codes, name="bad.quest"):
        path = tmp_path / name
        if data is not None:
            path.write_bytes(data if isinstance(data, bytes) else data.encode())
        before = fingerprint(out)
        began = time.perf_counter()
        done = run("build", "--no-book", "--out", out, path)
        took = time.perf_counter() - began
        assert done.code == EXIT_FINDINGS, done
        assert took < SECONDS
        assert fingerprint(out) == before
        assert_fit_for_a_terminal(done)
        found = {one["code"] for one in findings(path)}
        assert set(codes) <= found
        for code in codes:
            assert f"[{code}]" in done.out
        assert "QW901" not in found
        return done

    return refuse


def assert_fit_for_a_terminal(done):
    told = done.out + done.err
    assert "Traceback" not in told
    assert "QW901" not in told
    for char in told:
        assert char == "\n" or unicodedata.category(char) not in (
            "Cc",
            "Cf",
            "Cs",
            "Co",
            "Zl",
            "Zp",
        ), hex(ord(char))
    for line in told.splitlines():
        # A line that begins so commands the machine that builds.
        assert not line.lstrip().startswith(("::", "##["))


def findings(path):
    return json.loads(run("check", "--format=json", path).out)


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
@pytest.mark.parametrize("title", ["Lamp", "Lämp – “Ærø”", "e\u0301"])
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
    began = time.perf_counter()
    PARSER.parse(Source("a", "\n".join(pieces)[: limits.FILE_BYTES]))
    assert time.perf_counter() - began < SECONDS


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
        ("opened {", "opened", "QW006"),
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
    "a hard space": ("    +-+-+\n    |s \u00a0|\n    +-+-+", "QW012"),
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


# -- includes -----------------------------------------------------------------------------------

CANARY = "questwright-canary"


@pytest.mark.parametrize(
    "written",
    [
        "",
        " ",
        ".",
        "./",
        "..",
        "/",
        "/etc/passwd",
        "/dev/zero",
        "/dev/stdin",
        "/proc/self/environ",
        "../secret.quest",
        "sub/../../secret.quest",
        "sub/../bad.quest",
        "..\\secret.quest",
        "C:\\secret.quest",
        "C:secret.quest",
        "~/secret.quest",
        "~root",
        "file:///etc/passwd",
        "https://example.org/x.quest",
        "//host/share.quest",
        "missing.quest",
        "sub",
        "sub/",
        "bad.quest/x.quest",
        "a" * 300,
        "sub/" * 300 + "x.quest",
        "%2e%2e/secret.quest",
        "sub/./../../secret.quest",
        "secret.quest ",
        "*.quest",
        "é/ü.quest",
        "bad.quest",
    ],
)
def test_includes_stay_in_their_folder(refused, tmp_path, written):
    (tmp_path / "project" / "sub").mkdir(parents=True)
    (tmp_path / "secret.quest").write_text(f"tile {CANARY} {{\n}}\n", encoding="utf-8")
    done = refused(f'include "{written}"\n{QUEST}', "QW113", name="project/bad.quest")
    assert CANARY not in done.out + done.err
    assert "root:" not in done.out + done.err


@POSIX
@pytest.mark.parametrize("kind", ["file", "folder", "loop", "fifo", "device", "dangling"])
def test_includes_follow_no_links_and_wait_for_nothing(refused, tmp_path, kind):
    project = tmp_path / "project"
    project.mkdir()
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "elsewhere" / "x.quest").write_text(f"tile {CANARY} {{\n}}\n", encoding="utf-8")
    written = "x.quest"
    if kind == "file":
        (project / "x.quest").symlink_to(tmp_path / "elsewhere" / "x.quest")
    elif kind == "folder":
        (project / "sub").symlink_to(tmp_path / "elsewhere")
        written = "sub/x.quest"
    elif kind == "loop":
        (project / "x.quest").symlink_to("x.quest")
    elif kind == "fifo":
        os.mkfifo(project / "x.quest")
    elif kind == "device":
        (project / "x.quest").symlink_to("/dev/zero")
    else:
        (project / "x.quest").symlink_to("nowhere")
    done = refused(f'include "{written}"\n{QUEST}', "QW113", name="project/bad.quest")
    assert CANARY not in done.out + done.err


def test_a_cycle_of_includes(refused, tmp_path):
    (tmp_path / "one.quest").write_text('include "two.quest"\n', encoding="utf-8")
    (tmp_path / "two.quest").write_text('include "one.quest"\n', encoding="utf-8")
    refused(f'include "one.quest"\n{QUEST}', "QW113")


@pytest.mark.parametrize(("files", "refuses"), [(15, False), (16, True), (400, True)])
def test_a_chain_of_includes(refused, tmp_path, files, refuses):
    for number in range(1, files):
        (tmp_path / f"{number}.quest").write_text(
            f'include "{number + 1}.quest"\n', encoding="utf-8"
        )
    (tmp_path / f"{files}.quest").write_text("# the last one\n", encoding="utf-8")
    text = f'include "1.quest"\n{QUEST}'
    if refuses:
        refused(text, "QW113")
    else:
        (tmp_path / "good.quest").write_text(text, encoding="utf-8")
        assert run("check", tmp_path / "good.quest").code == EXIT_CLEAN


def test_many_includes(refused, tmp_path):
    for number in range(300):
        (tmp_path / f"{number}.quest").write_text("# one of many\n", encoding="utf-8")
    lines = "".join(f'include "{number}.quest"\n' for number in range(300))
    refused(lines + QUEST, "QW113")


def test_a_broken_include_is_told_where_it_is(refused, tmp_path):
    (tmp_path / "tiles.quest").write_text("tile a {\n  %\n}\n", encoding="utf-8")
    done = refused(f'include "tiles.quest"\n{QUEST}', "QW010")
    assert f"{tmp_path / 'tiles.quest'}:2:3" in done.out
    (tmp_path / "tiles.quest").write_bytes(b"\xff")
    refused(f'include "tiles.quest"\n{QUEST}', "QW001")


@POSIX
@pytest.mark.parametrize("kind", ["missing", "fifo", "zero", "unreadable", "folder"])
def test_quests_that_are_no_files(refused, tmp_path, kind):
    path = tmp_path / "bad.quest"
    if kind == "fifo":
        os.mkfifo(path)
    elif kind == "zero":
        path.symlink_to("/dev/zero")
    elif kind == "unreadable":
        path.symlink_to("bad.quest")
    elif kind == "folder":
        path.mkdir()
    refused(None, "QW601")


# -- names ---------------------------------------------------------------------------------------

IDS = {
    "../x": "QW010",
    "/tmp/x": "QW010",
    "a/b": "QW010",
    "a\\b": "QW010",
    "..": "QW010",
    ".": "QW010",
    ".hidden": "QW010",
    "a.b": "QW010",
    "a:b": "QW010",
    "a b": "QW010",
    "A": "QW010",
    "é": "QW010",
    "e\u0301": "QW010",
    "日本": "QW010",
    "a_b": "QW010",
    "-a": "QW010",
    "a-": "QW010",
    "a--b": "QW010",
    "1a": "QW010",
    "1": "QW010",
    "con": "QW112",
    "nul": "QW112",
    "aux": "QW112",
    "prn": "QW112",
    "com1": "QW112",
    "lpt9": "QW112",
    "a" * 65: "QW112",
    "a" * 300: "QW112",
}


@pytest.mark.parametrize(("id_", "code"), IDS.items(), ids=lambda value: value[:20])
def test_names_that_are_no_file_names(refused, tmp_path, id_, code):
    before = sorted(tmp_path.parent.iterdir())
    refused(QUEST.replace("quest last-lamp", f"quest {id_}"), code)
    assert sorted(tmp_path.parent.iterdir()) == before


def test_a_name_at_the_limit(tmp_path):
    path = tmp_path / "long.quest"
    path.write_text(QUEST.replace("last-lamp", "a" * 64), encoding="utf-8")
    done = run("build", "--no-book", "-o", tmp_path / "out", path)
    assert done.code == EXIT_CLEAN
    assert (tmp_path / "out" / ("a" * 64) / "quest.json").is_file()


def test_two_files_with_one_quest(refused, tmp_path):
    for name in ("folder/one.quest", "folder/two.quest"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(QUEST, encoding="utf-8")
    refused(None, "QW604", name="folder")


# -- texts ----------------------------------------------------------------------------------------

HOSTILE = {
    "html": "<script>alert(1)</script><img src=x onerror=alert(1)>",
    "svg": "<svg onload=alert(1)><use href=#a></svg>",
    "entity": "&lt;b&gt; &#x1b; &amp;amp;",
    "attribute": "' onmouseover='x' style=url(file:///etc/passwd)",
    "jinja": "{{ 7*7 }}{% for x in range(9) %}x{% endfor %}{# #}",
    "format": "{0} {x!r} %s %(x)s ${x} $(x) `x`",
    "rich": "[/] [bold]x[/bold] [red on blue]",
    "command": "::add-mask::secret",
    "command with place": "::error file=a,line=1::x",
    "old command": "##[set-output name=x]y",
    "percent": "%0A::add-mask::x",
    "emoji": "👩🏽‍🚀🏳️‍🌈👨‍👩‍👧‍👦🕯",
    "marks": "Z\u0351\u036b\u0343a\u0329l\u033bg\u0322o",
    "wide": "日本語の塔",
    "right to left": "مدينة עיר",
    "path": "../../etc/passwd",
    "markup": "**bold *x* [[lamp]] [x](javascript:y)",
    "backslash": "\\x1b[31m \\u001b \\n",
    "long": "x" * 1900,
}
SLOTS = {
    "title": '"The Last Lamp"',
    "door": '"The Pit Door"',
    "figure": '"The Miner"',
    "room": '"The Adit"',
    "item": '"Lamp"',
    "event": '"Arrival"',
    "victory": '"Light"',
}


@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE)
def test_texts_are_only_texts(tmp_path, text):
    path = tmp_path / "texts.quest"
    quest = QUEST.replace("One lamp", text).replace("It goes", text)
    for slot in SLOTS.values():
        assert slot in quest
        quest = quest.replace(slot, f'"{text}"')
    if len(quest) > 10_000:
        quest = QUEST.replace(SLOTS["title"], f'"{text}"')
    path.write_text(quest, encoding="utf-8")
    for command in (
        ("check", path),
        ("prove", path),
        ("graph", path),
        ("build", "--no-book", "-o", tmp_path / "out", path),
    ):
        done = run(*command)
        assert done.code in (EXIT_CLEAN, EXIT_FINDINGS), done
        assert_fit_for_a_terminal(done)
    assert {one["code"] for one in findings(path)} <= {"QW015", "QW401"}
    if done.code:
        # Characters that no font of the book has.
        assert "QW401" in done.out
        assert not text.isascii()
        assert not (tmp_path / "out").exists()
        return
    document = (tmp_path / "out" / "last-lamp" / "quest.json").read_text(encoding="utf-8")
    assert text.strip() in json.dumps(json.loads(document), ensure_ascii=False).replace(
        "\\\\", "\\"
    )


@pytest.mark.parametrize("slot", SLOTS.values(), ids=SLOTS)
@pytest.mark.parametrize("char", ["\x1b[2J", "\x9b2J", "\x1b]0;x\x07", "\u202ex", "\x08\x08"])
def test_escape_codes_are_refused_in_each_text(tmp_path, slot, char):
    text = QUEST.replace(slot, f'"{char}"')
    (finding, *_) = PARSER.parse(Source("a", text)).findings
    assert finding.code.id == "QW003"
    path = tmp_path / "bad.quest"
    path.write_text(text, encoding="utf-8")
    done = run("check", path)
    assert done.code == EXIT_FINDINGS
    assert_fit_for_a_terminal(done)


def test_a_title_that_commands_the_machine(refused, tmp_path):
    refused(QUEST.replace("The Last Lamp", "x\n::add-mask::y"), "QW004")
    path = tmp_path / "::add-mask::y.quest"
    path.write_text(QUEST.replace("The Last Lamp", "::add-mask::y"), encoding="utf-8")
    previous = os.getcwd()
    os.chdir(tmp_path)
    try:
        for command in ("check", "prove", "fmt"):
            assert_fit_for_a_terminal(run(command, path.name))
        path.write_text("quest ::add-mask::y {\n  ::add-mask::z\n}\n", encoding="utf-8")
        for form in ("text", "brief"):
            assert_fit_for_a_terminal(run("check", f"--format={form}", path.name))
    finally:
        os.chdir(previous)


def test_file_names_are_escaped_where_they_are_told(tmp_path):
    name = "a\x1b[31m\u202e.quest" if sys.platform != "win32" else "a\u202e.quest"
    path = tmp_path / name
    for text in ("", QUEST, QUEST.replace("room adit", "room   adit")):
        path.write_text(text, encoding="utf-8")
        for command in ("check", "prove", "fmt"):
            assert_fit_for_a_terminal(run(command, path))
    assert_fit_for_a_terminal(run("check", "--format=brief", tmp_path / "\x1b[2J.quest"))


def test_no_message_is_longer_than_a_screen(tmp_path):
    path = tmp_path / "long.quest"
    path.write_text(QUEST.replace("room adit", "room " + "a" * 1900 + " %"), encoding="utf-8")
    done = run("check", path)
    assert done.code == EXIT_FINDINGS
    assert max(map(len, done.out.splitlines())) < 400


def test_meaning_does_not_depend_on_spaces_and_comments():
    loose = QUEST.replace("\n", "   # remark\n", 4).replace("heroes ", "heroes \t ")
    assert same_meaning(
        PARSER.parse(Source("a", loose)).file, PARSER.parse(Source("a", QUEST)).file
    )


def test_in_a_process_of_its_own_too(tmp_path):
    path = tmp_path / "bad.quest"
    path.write_bytes(QUEST.replace("The Last", "\x1b[2J\u202e").encode() + b"%\n}\n")
    done = spawn("check", path)
    assert done.returncode == EXIT_FINDINGS
    assert b"\x1b" not in done.stdout + done.stderr
    assert b"Traceback" not in done.stderr
    done = spawn("check", "-", stdin=b"\xff")
    assert done.returncode == EXIT_FINDINGS
    assert b"QW001" in done.stdout
