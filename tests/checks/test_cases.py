"""Every quest under tests/cases earns just the findings that are written in it."""

from __future__ import annotations

import pytest

from questwright.compiler.pipeline import Compiler
from questwright.compiler.project import Disk
from support.expectations import compare, read_expectations
from support.paths import CASES, ROOT

FILES = sorted(path for path in CASES.rglob("*.quest") if path.parent.name != "drafts")


def _case(path):
    name = path.relative_to(CASES).as_posix()
    return pytest.param(path, id=name)


@pytest.fixture(scope="module")
def compiler(tmp_path_factory):
    return Compiler(Disk(), ROOT / "content" / "systems", tmp_path_factory.mktemp("cache"))


@pytest.mark.parametrize("path", [_case(path) for path in FILES])
def test_a_case_earns_what_is_written_in_it(path, compiler):
    expected = read_expectations(path.read_text(encoding="utf-8"))
    missing, surplus = compare(compiler.compile(str(path)), expected)
    assert (missing, surplus) == ([], [])
