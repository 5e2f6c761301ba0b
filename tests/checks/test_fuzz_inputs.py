"""A sample of what `make fuzz-inputs` tries; and that it finds what it looks for."""

from __future__ import annotations

import pytest

from oracle import fuzz_inputs
from support.more import amount

FIRST = 15
"""From here on the few have an answer of each kind."""


@pytest.mark.slow
@pytest.mark.parametrize(
    ("sort", "few", "many"),
    [("parser", 200, 20_000), ("check", 60, 2_000), ("packs", 15, 500), ("engine", 15, 2_000)],
)
def test_what_is_spoiled_is_answered(sort, few, many):
    found = fuzz_inputs.answers(sort, range(FIRST, FIRST + amount(few, many)))
    assert [answer.words for answer in found if answer.words] == []
    kinds = {answer.kind for answer in found}
    assert kinds == {*fuzz_inputs.KINDS} - {"WRONG", *(() if sort == "check" else ("judged",))}


@pytest.mark.parametrize("sort", fuzz_inputs.SORTS)
def test_a_number_is_the_same_input_again(sort):
    first, second = (
        next(fuzz_inputs.SORTS[sort](fuzz_inputs.chance_of(sort, 7))) for _ in range(2)
    )
    assert first == second


def test_an_answer_that_is_none_is_found(monkeypatch):
    def breaks(_):
        yield "given"
        raise KeyError("a bolt")

    def hangs(_):
        yield "given"
        while True:
            pass

    monkeypatch.setitem(fuzz_inputs.SORTS, "parser", breaks)
    wrong = fuzz_inputs.answer("parser", 3)
    assert wrong.kind == "WRONG"
    assert "parser 3" in wrong.words
    assert "a bolt" in wrong.words
    monkeypatch.setitem(fuzz_inputs.SORTS, "parser", hangs)
    monkeypatch.setattr(fuzz_inputs, "SECONDS", 1)
    assert "no answer within 1 seconds" in fuzz_inputs.answer("parser", 3).words
