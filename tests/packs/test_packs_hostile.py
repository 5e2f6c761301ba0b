"""Files of packs that cannot be read: each is refused quickly, in words, and at the right line."""

from __future__ import annotations

import errno
import os
from pathlib import Path

import pytest

from questwright.compiler.packs import codes
from questwright.compiler.packs.load import find_systems, load_system
from questwright.compiler.packs.read.guard import read_yaml
from questwright.dsl.prepare import unfit_characters
from questwright.dsl.source import Source
from support.spoiled_packs import findings_of

HOSTILE = {
    "an expanding bomb": (
        "a: &a [x, x, x, x, x, x, x, x, x]\n"
        + "".join(
            f"{b}: &{b} [{', '.join(['*' + a] * 9)}]\n"
            for a, b in zip("abcdefgh", "bcdefghi", strict=True)
        )
    ),
    "a bomb of merge keys": "a: &a {x: 1}\nb: &b {<<: [*a, *a, *a]}\nc: {<<: [*b, *b, *b]}\n",
    "a merge key": "rules: {<<: {x: 1}}\n",
    "an anchor": "rules: &r {}\n",
    "an alias": "rules: *r\n",
    "a tag": "rules: !!python/object/apply:os.system [id]\n",
    "a tag of our own": "rules: !thing {}\n",
    "brackets": "rules: " + "[" * 20_000 + "]" * 20_000,
    "braces": "rules: " + "{a: " * 20_000,
    "dashes": "- " * 20_000,
    "question marks": "? " * 20_000,
    "NUL": "rules: {a: \0}\n",
    "a control character": "rules: {a: \x1b}\n",
    "an override of direction": "rules: {a: \u202e}\n",
    "two documents": "rules: {}\n---\nrules: {}\n",
    "a directive": "%YAML 1.1\n---\nrules: {}\n",
    "a huge number": "rules: {a: " + "9" * 5_000 + "}\n",
    "a large number": "rules: {a: 99999999999}\n",
    "a huge text": "rules: {a: " + "x" * 500_000 + "}\n",
    "a huge key": "x" * 500_000 + ": 1\n",
    "too many values": "rules: [" + "1," * 60_000 + "]\n",
    "a list as a key": "? [a]\n: b\n",
    "a list": "- a\n",
    "a word": "a\n",
    "nothing": "",
    "an empty key": "'': 1\n",
    "a tab": "rules:\n\ta: 1\n",
    "an open text": "rules: 'a\n",
    "an open list": "rules: [a\n",
    "two colons": "a: b: c\n",
}


@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE.keys())
def test_hostile_yaml_is_refused_quickly_and_in_words(blank, text):
    (blank / "zz.yaml").write_text(text)
    for finding in findings_of(blank):
        assert finding.code in {codes.BAD_PACK_YAML, codes.UNREADABLE_PACK}
        assert finding.label.span.path.endswith("zz.yaml")


def test_a_key_that_stands_twice_is_shown_with_both_its_places(blank):
    (blank / "zz.yaml").write_text("rules:\n  a: 1\n  b: 2\n  a: 3\n")
    (one,) = findings_of(blank)
    assert one.code is codes.PACK_KEY_TWICE
    source = Source("zz.yaml", (blank / "zz.yaml").read_text())
    assert source.position(one.label.span.start) == (4, 3)
    assert source.position(one.related[0].span.start) == (2, 3)


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (b"rules: {a: \xff}\n", codes.UNREADABLE_PACK),
        ("rules: {}\n".encode("utf-16"), codes.UNREADABLE_PACK),
        (b"#" * 1_100_000, codes.UNREADABLE_PACK),
    ],
)
def test_bytes_that_are_no_text_are_refused(blank, data, code):
    (blank / "zz.yaml").write_bytes(data)
    assert [finding.code for finding in findings_of(blank)] == [code]


def test_a_byte_order_mark_and_foreign_line_ends_are_no_matter(blank):
    wanted = load_system(blank).system
    game = blank / "game.yaml"
    game.write_bytes(b"\xef\xbb\xbf" + game.read_bytes().replace(b"\n", b"\r\n"))
    found = load_system(blank).system
    assert wanted is not None
    assert found is not None
    assert found == wanted._replace(digest=found.digest)


def test_values_are_what_they_look_like_and_nothing_more():
    text = (
        "a: NO\nb: 010\nc: 2020-01-01\nd: 12:30:45\ne: .nan\nf: 1e3\ng: '5'\nh: -7\ni: true\n"
        "j: null\nk: ~\nl: 0x10\nm: 1_000\nn: True\no: 1.0\np: +1\nq: -0\n1: x\n"
    )
    tree, findings = read_yaml(Source("p.yaml", text))
    assert findings == ()
    assert tree is not None
    assert tree.data == {
        "a": "NO", "b": "010", "c": "2020-01-01", "d": "12:30:45", "e": ".nan", "f": "1e3",
        "g": "5", "h": -7, "i": True, "j": None, "k": "~", "l": "0x10", "m": "1_000", "n": "True",
        "o": "1.0", "p": "+1", "q": 0, "1": "x",
    }  # fmt: skip


def test_files_that_are_no_plain_files_are_refused_without_waiting(blank, tmp_path):
    outside = tmp_path / "outside.yaml"
    outside.write_text("rules: {secret: 1}\n")
    (blank / "link.yaml").symlink_to(outside)
    (blank / "gone.yaml").symlink_to(tmp_path / "nowhere")
    (blank / "folder.yaml").mkdir()
    os.mkfifo(blank / "pipe.yaml")
    (blank / "zero.yaml").symlink_to("/dev/zero")
    (blank / "other.yml").write_text("rules: {}\n")
    found = findings_of(blank)
    assert {one.code for one in found} == {codes.UNREADABLE_PACK}
    names = {Path(one.label.span.path).name for one in found}
    assert names == {
        "link.yaml", "gone.yaml", "folder.yaml", "pipe.yaml", "zero.yaml", "other.yml"
    }  # fmt: skip


def test_a_folder_without_files_is_refused(tmp_path):
    assert [finding.code for finding in findings_of(tmp_path)] == [codes.UNREADABLE_PACK]
    assert [finding.code for finding in findings_of(tmp_path / "gone")] == [codes.UNREADABLE_PACK]


def test_a_pack_of_more_bytes_than_it_may_have_is_refused(blank):
    for name in ("x.yaml", "y.yaml", "z.yaml"):
        (blank / name).write_bytes(b"#" * 1_000_000)
    (one,) = findings_of(blank)
    assert one.message == "this pack has more than 2,097,152 bytes"


def test_more_files_than_a_pack_may_have_are_refused(blank):
    for number in range(70):
        (blank / f"f{number}.yaml").write_text("rules: {}\n")
    assert [finding.code for finding in findings_of(blank)] == [codes.UNREADABLE_PACK]


UNFIT = [
    "\\0",
    "\\a",
    "\\e",
    "\\x7f",
    "\\x9b",
    "\\N",
    "\\L",
    "\\P",
    "\\u200e",
    "\\u202e",
    "\\u2066",
    "\\ufeff",
    "\\uffff",
]


@pytest.mark.parametrize(
    "escape", [*UNFIT, "\\ud800", "\\udfff", "\\U0000202e", "a" + "\\u0301" * 9]
)
@pytest.mark.parametrize("place", ['  title: "x{}"', '  "x{}": 1', '  note: ["a{}b"]'])
def test_escapes_write_nothing_that_may_not_stand_there(blank, escape, place):
    """What a quest may not hold as it is, a pack may not hold in an escape."""
    (blank / "zz.yaml").write_text("source: own\nrules:\n" + place.format(escape) + "\n")
    (finding,) = findings_of(blank)
    assert finding.code in (codes.UNREADABLE_PACK, codes.BAD_PACK_YAML)
    assert finding.label.span.path.endswith("zz.yaml")
    assert not any(unfit_characters(finding.message + finding.label.text, "message"))


def test_escapes_that_write_letters_are_fine():
    tree, found = read_yaml(Source("a", 'a: "\\u00e9 \\t \\n \\x41"\n'))
    assert found == ()
    assert tree.data == {"a": "\u00e9 \t \n A"}


@pytest.mark.parametrize("error", [errno.EACCES, errno.EIO])
def test_a_folder_that_cannot_be_read(blank, monkeypatch, error):
    def fail(_):
        raise OSError(error, os.strerror(error))

    monkeypatch.setattr(os, "listdir", fail)
    assert find_systems(blank.parent) == {"blank": str(blank)}
    (finding,) = load_system(blank).findings
    assert finding.code is codes.UNREADABLE_PACK
    assert finding.message == f"this folder cannot be read: {os.strerror(error).lower()}"
