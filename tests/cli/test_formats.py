"""Findings for services: GitHub's commands, SARIF by its schema, JUnit; and the last line."""

from __future__ import annotations

import io
import json
import time
from xml.etree import ElementTree as ET

import pytest
from jsonschema import Draft7Validator

from questwright.compiler.report import progress
from questwright.compiler.report.progress import Progress
from questwright.compiler.report.services import render_github, render_junit, render_sarif
from questwright.dsl.codes import BAD_MARKUP, UNEXPECTED
from questwright.dsl.diagnostics import Diagnostic, Label
from questwright.dsl.source import Source, Span
from support.paths import ROOT
from support.strategies import QUEST, run

SCHEMA = json.loads(
    (ROOT / "tests" / "support" / "sarif-2.1.0.schema.json").read_text(encoding="utf-8")
)
PATH = "my quests/ä,b:c.quest"
SOURCES = {PATH: Source(PATH, "quest a {\n  % 100\n}\n")}
WRONG = Diagnostic(
    UNEXPECTED,
    "`%` is <no> word",
    Label(Span(PATH, 12, 17), 'half of "it"'),
    related=(Label(Span(PATH, 0, 5), "the quest"), Label(Span("gone.quest", 0, 0), "elsewhere")),
    reason="50 % of all\nlines",
    help="delete it\x07",
)
MILD = Diagnostic(BAD_MARKUP, "a star", Label(Span(PATH, 0, 5), "alone"))


def test_github_takes_each_finding_for_one_command():
    first, second = render_github((WRONG, MILD), SOURCES).splitlines()
    assert first == (
        "::error file=my quests/ä%2Cb%3Ac.quest,line=2,col=3,endLine=2,endColumn=8,"
        'title=QW010 unexpected::`%25` is <no> word: half of "it"%0A'
        "why: 50 %25 of all%0Alines%0Ahelp: delete it\x07"
    )
    assert second.startswith("::warning file=")


@pytest.mark.parametrize("findings", [(), (WRONG,), (MILD, WRONG, WRONG)])
def test_sarif_is_valid_by_its_schema(findings):
    log = json.loads(render_sarif(findings, SOURCES, "1.2.3"))
    Draft7Validator.check_schema(SCHEMA)
    assert [error.message for error in Draft7Validator(SCHEMA).iter_errors(log)] == []
    (ran,) = log["runs"]
    rules = [rule["id"] for rule in ran["tool"]["driver"]["rules"]]
    assert rules == sorted({finding.code.id for finding in findings})
    assert [rules[result["ruleIndex"]] for result in ran["results"]] == [
        finding.code.id for finding in findings
    ]


def test_sarif_says_where_a_finding_is():
    log = json.loads(render_sarif((WRONG,), SOURCES, "1.2.3"))
    (result,) = log["runs"][0]["results"]
    assert result["locations"][0]["physicalLocation"] == {
        "artifactLocation": {"uri": "my%20quests/%C3%A4%2Cb%3Ac.quest"},
        "region": {"startLine": 2, "startColumn": 3, "endLine": 2, "endColumn": 8},
    }
    assert "region" not in result["relatedLocations"][1]["physicalLocation"]


def test_a_fingerprint_stays_when_lines_come_before_it():
    def fingerprint(before):
        sources = {PATH: Source(PATH, before + SOURCES[PATH].text)}
        moved = Span(PATH, 12 + len(before), 17 + len(before))
        finding = Diagnostic(WRONG.code, WRONG.message, Label(moved, "here"))
        log = json.loads(render_sarif((finding,), sources, "1.2.3"))
        return log["runs"][0]["results"][0]["partialFingerprints"]

    assert fingerprint("") == fingerprint("# one\n# two\n")


@pytest.mark.parametrize(("is_strict", "failures"), [(False, 1), (True, 2)])
def test_junit_has_a_test_for_each_finding_and_each_clean_file(is_strict, failures):
    text = render_junit((WRONG, MILD), SOURCES, ("good.quest",), is_strict=is_strict)
    suite = ET.fromstring(text).find("testsuite")
    assert suite.get("tests") == "3"
    assert suite.get("failures") == str(failures) == str(len(suite.findall(".//failure")))
    failure = suite.find(".//failure")
    assert failure.get("type") == "QW010"
    assert "delete it\\u{7}" in failure.text


@pytest.mark.parametrize("form", ["github", "sarif", "junit", "json"])
def test_a_format_is_one_document_on_standard_output(form, tmp_path):
    (tmp_path / "good.quest").write_text(QUEST, encoding="utf-8")
    (tmp_path / "bad.quest").write_text(QUEST.replace("quest last", "quest Last"), "utf-8")
    one, two = (run("check", f"--format={form}", tmp_path) for _ in range(2))
    spaced = run("check", "--format", form, tmp_path)
    assert one.code == 1
    assert one.err == ""
    assert one.out == two.out == spaced.out
    assert "QW010" in one.out


def test_the_last_line_says_what_was_not_proven(tmp_path):
    (tmp_path / "bad.quest").write_text(QUEST.replace("victory", "victroy"), encoding="utf-8")
    told = run("check", tmp_path)
    assert told.err.splitlines()[-1] == (
        "whether `last-lamp` can be won was not looked at: mend the errors first"
    )
    (tmp_path / "bad.quest").write_text(QUEST, encoding="utf-8")
    assert "not looked at" not in run("check", tmp_path).err


class Terminal(io.StringIO):
    """A stream that says that somebody looks at it."""

    def isatty(self):
        return True


def test_progress_is_shown_to_those_who_look_and_wiped(monkeypatch):
    monkeypatch.setattr(progress, "_PATIENCE", 0.0)
    for stream, shown in ((Terminal(), "1/2 quests: slow.quest …"), (io.StringIO(), "")):
        monkeypatch.setattr("sys.stderr", stream)
        steps = Progress("quests", 2)
        steps.begin("slow.quest")
        waited = time.monotonic() + 5
        while shown not in stream.getvalue() and time.monotonic() < waited:
            time.sleep(0.01)
        steps.clear()
        assert shown in stream.getvalue()
        assert stream.getvalue().endswith("\r\x1b[K" if shown else "")
        assert bool(stream.getvalue()) is bool(shown)
