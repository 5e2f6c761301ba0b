"""Classes of named texts behave as those of ``enum`` do, whose place they take."""

from __future__ import annotations

import copy
import json
from enum import StrEnum as Standard

import pytest

from questwright.compiler.model.verdict import VerdictKind
from questwright.dsl.choices import StrEnum


class Bird(StrEnum):
    """What sings."""

    OWL = "owl"
    GREY_GULL = "grey-gull"
    HERN = "heron"
    HERON = "heron"

    @property
    def is_grey(self):
        return self is not Bird.OWL


class StandardBird(Standard):
    """What sings."""

    OWL = "owl"
    GREY_GULL = "grey-gull"
    HERN = "heron"
    HERON = "heron"

    @property
    def is_grey(self):
        return self is not StandardBird.OWL


ASKED = {
    "members": list,
    "length": len,
    "names": lambda kind: [one.name for one in kind],
    "values": lambda kind: [one.value for one in kind],
    "plain values": lambda kind: [type(one.value) for one in kind],
    "by value": lambda kind: kind("heron") is kind.HERON,
    "of itself": lambda kind: kind(kind.OWL) is kind.OWL,
    "by name": lambda kind: kind["GREY_GULL"] is kind.GREY_GULL,
    "told": lambda kind: [str(kind.OWL), f"{kind.OWL:>5}", type(str(kind.OWL))],
    "repr": lambda kind: repr(kind.GREY_GULL).replace("StandardBird", "Bird"),
    "equal": lambda kind: [kind.OWL == "owl", kind.OWL == kind.HERON, {kind.OWL: 1}["owl"]],
    "hash": lambda kind: hash(kind.OWL),
    "sorted": sorted,
    "text": lambda kind: kind.OWL + kind.GREY_GULL.upper(),
    "json": lambda kind: json.dumps({kind.OWL: kind.HERON}),
    "property": lambda kind: [one.is_grey for one in kind],
    "doc": lambda kind: kind.__doc__,
    "instance": lambda kind: [isinstance(kind.OWL, kind), isinstance("owl", kind)],
}


@pytest.mark.parametrize("asked", ASKED.values(), ids=ASKED)
def test_a_class_of_named_texts_answers_as_the_standard_one(asked):
    assert asked(Bird) == asked(StandardBird)


@pytest.mark.parametrize("again", [copy.copy, copy.deepcopy])
def test_a_copy_is_the_same_member(again):
    assert again(VerdictKind.WINNABLE) is VerdictKind.WINNABLE


@pytest.mark.parametrize("value", ["crow", "OWL", "", None, [], 3])
@pytest.mark.parametrize("kind", [Bird, StandardBird])
def test_what_is_no_value_is_refused(kind, value):
    with pytest.raises(ValueError, match=r"is not a valid (Standard)?Bird"):
        kind(value)


@pytest.mark.parametrize("kind", [Bird, StandardBird])
def test_a_match_tells_members_apart(kind):
    match kind("grey-gull"):
        case kind.OWL:
            pytest.fail("it is no owl")
        case kind.GREY_GULL:
            return
    pytest.fail("nothing matched")
