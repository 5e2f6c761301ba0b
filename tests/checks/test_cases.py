"""Every quest under tests/cases earns just the findings that are written in it."""

from __future__ import annotations

import pytest

from support.expectations import compare, read_expectations
from support.paths import CASES
from support.published import result_of

FILES = sorted(path for path in CASES.rglob("*.quest") if path.parent.name != "drafts")


def _case(path):
    name = path.relative_to(CASES).as_posix()
    return pytest.param(path, id=name)


@pytest.mark.parametrize("path", [_case(path) for path in FILES])
def test_a_case_earns_what_is_written_in_it(path):
    expected = read_expectations(path.read_text(encoding="utf-8"))
    missing, surplus = compare(result_of(path), expected)
    assert (missing, surplus) == ([], [])
