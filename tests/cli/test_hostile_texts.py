"""Texts that would be something else to a page, a terminal or a machine that builds."""

from __future__ import annotations

import json
import os
import sys

import pytest

from questwright.compiler.cli.main import EXIT_CLEAN, EXIT_FINDINGS
from questwright.dsl.formatter import same_meaning
from questwright.dsl.parser import QuestParser
from questwright.dsl.source import Source
from support.refusals import assert_fit_for_a_terminal, findings
from support.strategies import QUEST, run, spawn

pytestmark = pytest.mark.slow  # these are no unit tests: whole quests go through whole commands

PARSER = QuestParser()


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
    assert {finding["code"] for finding in findings(path)} <= {"QW015", "QW401"}
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
