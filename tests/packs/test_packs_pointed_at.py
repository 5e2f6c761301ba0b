"""Where a finding of a pack points, and what it says to write."""

from __future__ import annotations

from pathlib import Path

import pytest

from questwright.compiler.packs.load import load_system
from questwright.compiler.packs.read.guard import read_yaml
from questwright.dsl.source import Source


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("rules:\n\ta: 1\n", 2),
        ("rules:\n  a: b: c\n", 2),
        ("a: 1\n  b: 2\n", 2),
    ],
)
def test_what_is_no_yaml_is_told_at_its_line(text, line):
    source = Source("p.yaml", text)
    (finding,) = read_yaml(source)[1]
    assert finding.message == "this cannot be read as YAML"
    assert source.position(finding.label.span.start).line == line


def test_a_key_that_means_nothing_is_pointed_at(pack):
    blank = pack("blank")
    (blank / "zz.yaml").write_text("nonsense: texts\n")
    loaded = load_system(blank)
    (finding,) = loaded.findings
    text = loaded.sources[finding.label.span.path].text
    assert text[finding.label.span.start : finding.label.span.end] == "nonsense"


@pytest.mark.parametrize(
    ("text", "message", "help_"),
    [
        ("'': 1\n", "this key is empty", "write a word before the `:`"),
        ("<<: {a: 1}\n", "a merge key (`<<`) stands here", "write the values out"),
    ],
)
def test_a_key_that_is_no_word_is_told_with_what_to_write(text, message, help_):
    (finding,) = read_yaml(Source("p.yaml", text))[1]
    assert (finding.message, finding.help) == (message, help_)


@pytest.mark.parametrize(
    ("written", "help_"),
    [
        ("all lamplighters asleep", "say of whom it is about that they are defeated"),
        ("all lamplighters dimed", "did you mean `dimmed`?"),
        ("all lamplightres defeated", "did you mean `lamplighters` or `lamplighter`?"),
    ],
)
def test_what_all_quests_end_by_is_told_with_what_to_write(pack, written, help_):
    blank = pack("blank")
    game = blank / "game.yaml"
    game.write_text(game.read_text().replace("all lamplighters defeated", written))
    (finding,) = load_system(blank).findings
    assert finding.help == help_


def test_files_that_are_no_text_are_told_each(pack):
    blank = pack("blank")
    for name in ("aa.yaml", "zz.yaml"):
        (blank / name).write_bytes(b"texts: {a: \xff}\n")
    (blank / "words.yaml").write_text("- a\n")
    found = [finding.label.span.path for finding in load_system(blank).findings]
    assert [Path(path).name for path in found] == ["aa.yaml", "words.yaml", "zz.yaml"]
