"""What is said to have changed between two editions of a quest: that, and nothing else."""

from __future__ import annotations

import json
from collections import Counter

import pytest

from questwright.compiler.model.verdict import VerdictKind
from questwright.compiler.publish.diff.changes import Edit
from questwright.compiler.publish.diff.compare import compare
from questwright.compiler.publish.document.read.edition import edition_of
from support.editions import MILL, changed, edition, published
from support.more import some
from support.mutations import MUTATIONS
from support.paths import GOLDEN, ROOT, SHIPPED
from support.published import BELL, SYSTEMS, compiler_of, result_of

CASES = sorted(ROOT.glob("tests/cases/*/*.quest"))
MIRROR = {
    Edit.ADDED: Edit.REMOVED,
    Edit.LOCKED: Edit.UNLOCKED,
    Edit.REACHABLE: Edit.UNREACHABLE,
    Edit.BROKEN: Edit.MENDED,
}
LENGTHS = {Edit.LINE, Edit.ROUNDS}
"""How long it takes to win is a consequence of nearly everything."""
MIRROR |= {other: one for one, other in MIRROR.items()}


# -- what is the same ------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize(
    "path", [BELL, *some(SHIPPED, 3), *some(CASES, 20)], ids=lambda path: path.stem
)
def test_a_quest_is_what_it_is(path):
    compiler = compiler_of(SYSTEMS[GOLDEN if path.is_relative_to(GOLDEN) else ROOT])
    first, second = published(result_of(path)), published(compiler.compile(str(path)))
    for one, other in zip(first, second, strict=True):
        diff = compare(edition_of(one), edition_of(other))
        assert (diff.changes, diff.map) == ((), ())


@pytest.mark.parametrize(
    "text",
    [
        "# A remark.\n" + MILL,
        changed(MILL, ('  rule """The', '\n  rule """\n  The')),
        # Another letter for the same; another order; what holds anyway.
        changed(MILL, ("t t|", "x x|"), ("t: furniture", "x: furniture")),
        changed(
            MILL, ("  gold 10\n", ""), ("  marauder zombie\n", "  gold 10\n  marauder zombie\n")
        ),
        changed(MILL, ("  marauder zombie\n", "  marauder zombie\n  feats 1\n")),
    ],
)
def test_what_means_the_same_is_the_same(text):
    assert compare(edition(MILL), edition(text)).changes == ()


# -- one change at a time ------------------------------------------------------------------------


@pytest.mark.parametrize(("changes", "expected", "said"), MUTATIONS.values(), ids=[*MUTATIONS])
def test_a_change_is_told_and_nothing_else(changes, expected, said):
    diff = compare(edition(MILL), edition(changed(MILL, *changes)))
    found = {
        (change.subject, change.sort, change.id)
        for change in diff.changes
        if change.sort not in LENGTHS
    }
    assert found == set(expected)
    told = [change.text for change in diff.changes]
    assert [one for one in said if one not in told] == [], told


@pytest.mark.parametrize("changes", [one[0] for one in MUTATIONS.values()], ids=[*MUTATIONS])
def test_the_way_back_is_the_mirror_of_the_way_there(changes):
    old, new = edition(MILL), edition(changed(MILL, *changes))
    there, back = compare(old, new).changes, compare(new, old).changes
    assert Counter(map(mirrored, there)) == Counter(map(seen, back))


def seen(change):
    return (change.subject, change.sort, _plain(change.before), _plain(change.after))


def mirrored(change):
    sort = MIRROR.get(change.sort, change.sort)
    if change.sort in (Edit.REQUIRED, Edit.OPTIONAL):
        sort = Edit(change.before)
    return (change.subject, sort, _plain(change.after), _plain(change.before))


def _plain(value):
    """What a change was or is; how a board has grown is told from the new one only."""
    return json.dumps(value) if not isinstance(value, dict) or "rows" not in value else ""


# -- what was proven -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("before", "after", "said"),
    [
        ({"steps": 4}, {"steps": 9}, ["A way to win has 9 steps now, 4 before"]),
        ({"steps": 2}, {"steps": 1}, ["A way to win has 1 step now, 2 before"]),
        ({"steps": 0}, {"steps": 9}, []),
        ({"rounds": (2, 3)}, {"rounds": (4, 4)}, ["It takes 4 rounds to win now, 2 to 3 before"]),
        ({"rounds": (2, 2)}, {"rounds": (1, 1)}, ["It takes 1 round to win now, 2 before"]),
        ({"rounds": None}, {"rounds": (1, 2)}, []),
        (
            {"required": ("store",), "optional": ()},
            {"required": (), "optional": ("store",)},
            ["One can win without entering the Meal Store now"],
        ),
        (
            {"required": (), "optional": ("store",)},
            {"required": ("store",), "optional": ()},
            ["Nobody wins without entering the Meal Store now"],
        ),
        ({"required": ("store",)}, {"required": ()}, []),
        (
            {"kind": VerdictKind.CAN_STRAND},
            {"kind": VerdictKind.WINNABLE},
            ["The verdict is winnable now, not can strand"],
        ),
        (
            {"causes": ("the key is lost", "it rains")},
            {"causes": ("it rains", "it snows")},
            ["No longer in the way: the key is lost", "In the way now: it snows"],
        ),
        (
            {"undecided": ("how soon",)},
            {"undecided": ("where to",)},
            ["Judged now: how soon", "Not judged any more: where to"],
        ),
        ({"reached": 1}, {"reached": 3}, ["One can come to B1 now"]),
        ({"reached": 3}, {"reached": 1}, ["Nobody comes to B1 any more"]),
    ],
)
def test_what_was_proven_otherwise_is_told(before, after, said):
    whole = edition(MILL)
    editions = (whole._replace(proof=whole.proof._replace(**one)) for one in (before, after))
    assert [change.text for change in compare(*editions).changes] == said


def test_events_that_come_true_at_once_have_changed_places():
    """Events of one moment happen in the order of the text: which one is first can matter."""
    events = [
        f'  event "{title}" when corn-chest searched {{ read "{title}." }}\n'
        for title in ("Rain", "Hail", "Wind", "Snow")
    ]

    def with_events(*numbers):
        text = MILL.rstrip()
        found = edition(text[: text.rindex("}")] + "".join(events[at] for at in numbers) + "}\n")
        assert not found.is_broken
        return found

    def told(*numbers):
        diff = compare(with_events(0, 1, 2, 3), with_events(*numbers))
        return [change.text for change in diff.changes]

    assert told(0, 1, 2, 3) == []
    assert told(1, 2, 3, 0) == ["“Rain” now comes after “Snow” where both come true at once"]
    assert told(2, 3, 0, 1) == [
        "“Wind” now comes before “Rain” where both come true at once",
        "“Snow” now comes before “Rain” where both come true at once",
    ]
