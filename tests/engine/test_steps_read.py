"""Steps as documents write them, and the states of figures that they lead to."""

from __future__ import annotations

import pytest

from questwright.engine.deeds import Step, StepKind, become, read_step
from questwright.engine.reading import Node, UnreadableDocument
from questwright.engine.state import FactSort, State

NOBODY = {"event", "wait", "bring", "befall", "recover"}
"""What happens, and what nobody in particular does."""
BARE = dict.fromkeys(("target", "area", "round", "who", "to")) | {"text": "", "path": []}


def read(**parts):
    return read_step(Node(BARE | parts, "step"))


@pytest.mark.parametrize("kind", [*map(str, StepKind)])
def test_a_step_says_who_takes_it(kind):
    """An action of another side is done by nobody of the party."""
    able = {"act": (None, "ada")}.get(kind, (None,) if kind in NOBODY else ("ada",))
    for who in (None, "ada"):
        if who in able:
            assert read(kind=kind, who=who).who == (who or "")
            continue
        with pytest.raises(UnreadableDocument) as caught:
            read(kind=kind, who=who)
        nobody = "`event`, `wait`, `bring`, `befall`, `recover`"
        assert str(caught.value) == f"`step.who` has to be given, but not with {nobody}"


def test_what_a_step_does_not_say_is_left_open():
    assert read(kind="wait") == Step(StepKind.WAIT)
    told = {
        "kind": "wound",
        "target": "rat",
        "area": "a",
        "round": 1,
        "text": "Hit",
        "who": "ada",
        "to": "hurt",
    }
    both = {"path": ["A1", "B1"], "others": ["bram"]}
    assert read(**told, **both) == Step(
        StepKind.WOUND, "rat", "a", 1, "Hit", "ada", "hurt", ("A1", "B1"), ("bram",)
    )


@pytest.mark.parametrize(
    ("parts", "words"),
    [
        ({"round": 0}, "`step.round` is not a whole number from 1"),
        ({"text": None}, "`step.text` is not a text"),
        ({"kind": "sleep"}, "`step.kind` is `sleep`, which this engine does not know"),
        ({"path": "A1"}, "`step.path` is not a list"),
        ({"path": [1]}, r"`step.path\[0\]` is not a text"),
    ],
)
def test_a_step_that_is_none_is_refused(parts, words):
    with pytest.raises(UnreadableDocument, match=words):
        read(**{"kind": "wait"} | parts)


# -- what a figure suffers -------------------------------------------------------------------


def suffered(*named, state=None):
    """The state of a figure after some changes; an amount with a minus is one that passes."""
    state = state or State(frozenset())
    for own in named:
        after = become(state, "rat", own.removeprefix("-"), is_coming=not own.startswith("-"))
        assert isinstance(after, State), (own, after)
        state = after
    return state


@pytest.mark.parametrize(
    ("named", "amount"),
    [
        (["hurt>=1"], 1),
        (["hurt>=3"], 3),
        (["hurt>=9", "-hurt>=4"], 3),
        (["hurt>=2", "-hurt>=2"], 1),
        (["hurt>=2", "-hurt>=1"], 0),
        (["hurt>=2", "hurt>=12"], 12),
        (["hurt>=98"], 98),
        (["hurt>=99"], 99),
    ],
)
def test_who_has_so_much_has_each_less_and_no_more(named, amount):
    state = suffered("sore>=7", *named)
    assert state.amount("rat", "hurt") == amount
    assert {known for known in state.ids(FactSort.STATE) if "hurt" in known} == {
        f"rat hurt>={number}" for number in range(1, amount + 1)
    }
    assert state.amount("rat", "sore") == 7
    assert state.amount("cat", "hurt") == 0


def test_a_state_comes_and_passes():
    assert suffered("stunned").ids(FactSort.STATE) == {"rat stunned"}
    assert suffered("stunned", "bleeding", "-stunned").ids(FactSort.STATE) == {"rat bleeding"}
    assert become(suffered("stunned"), "rat", "stunned") == "rat is stunned already"
    assert become(suffered("stunned"), "rat", "bleeding", is_coming=False) == "rat is not"
    assert become(suffered("hurt>=4"), "rat", "hurt>=3") == "rat is hurt>=3 already"
    assert become(suffered("hurt>=4"), "rat", "hurt>=5", is_coming=False) == "rat is not"


@pytest.mark.parametrize(
    "least",
    ["0", "00", "100", "123", "1000", "9" * 5000, "001", "010", "-1", "+1", "x", "1x", " 1"],
)
def test_nobody_has_a_number_that_is_none(least):
    assert become(State(frozenset()), "rat", f"hurt>={least}").endswith(
        "is not a number from 1 to 99"
    )
