"""What is promised of bad input: a coded finding, exit code 1, at once, and nothing lost."""

from __future__ import annotations

import json
import time
import unicodedata

import pytest

from questwright.compiler.cli.main import EXIT_CLEAN, EXIT_FINDINGS
from support.builds import fingerprint
from support.strategies import QUEST, run

SECONDS = 5
"""For one command; a designer's machine takes a tenth of one."""


@pytest.fixture(scope="session")
def good_results(tmp_path_factory):
    """An output folder with the last good results in it."""
    folder = tmp_path_factory.mktemp("built")
    quest = folder / "good.quest"
    quest.write_text(QUEST, encoding="utf-8")
    done = run("build", "--no-book", "--out", folder / "out", quest)
    assert done.code == EXIT_CLEAN, done
    return folder / "out"


@pytest.fixture
def refused(tmp_path, good_results):
    """Hold what a build says of a text to what is promised of bad input."""

    def refuse(data, *codes, name="bad.quest"):
        path = tmp_path / name
        if data is not None:
            path.write_bytes(data if isinstance(data, bytes) else data.encode())
        before = fingerprint(good_results)
        began = time.process_time()
        done = run("build", "--no-book", "--out", good_results, path)
        took = time.process_time() - began
        assert done.code == EXIT_FINDINGS, done
        assert took < SECONDS
        assert fingerprint(good_results) == before
        assert_fit_for_a_terminal(done)
        found = {finding["code"] for finding in findings(path)}
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
