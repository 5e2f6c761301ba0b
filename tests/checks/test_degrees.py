"""What the findings about degrees of victory say."""

from __future__ import annotations

from support.one_text import results
from support.paths import ROOT


def test_what_is_not_decided_of_a_degree_is_told():
    text = (ROOT / "tests/cases/proof/too-late-for-a-degree.quest").read_text(encoding="utf-8")
    (finding,) = results(text).findings
    assert finding.code.id == "QW306"
    assert finding.reason == "not judged: whether 1 turn is enough (it takes 1 to 2)"
    assert [label.text for label in finding.related] == [
        "whether 1 turn is enough (it takes 1 to 2)"
    ]
