"""In which order the areas of a quest come to light, and what reveals each."""

from __future__ import annotations

import pytest

from questwright.compiler.analysis.reveal import RevealKind, boundaries, reveal_order
from questwright.compiler.grid.cells import each_cell
from support.published import bell, publications, sample_quests


def test_areas_come_to_light_from_the_start():
    quest = bell().quest
    areas = quest.board.areas
    seen = [(areas[one.area].id, one.how, one.depth) for one in reveal_order(quest)]
    assert seen == [
        ("gatehouse", RevealKind.START, 0),
        ("gallery", RevealKind.GATE, 1),
        ("cellar", RevealKind.GATE, 2),
        ("pantry", RevealKind.FLOOR, 2),
        ("tunnel-1", RevealKind.FLOOR, 2),
        ("nest", RevealKind.GATE, 3),
    ]
    by_id = {areas[one.area].id: one for one in reveal_order(quest)}
    assert [quest.board.gates[number].id for number in by_id["nest"].gates] == ["panel-1"]
    assert by_id["nest"].events == ("after-bell",)
    assert [areas[number].id for number in by_id["tunnel-1"].behind] == ["pantry"]
    # The key of the iron door is carried by someone in the gallery; a mirror leads there too.
    assert [quest.board.gates[number].id for number in by_id["cellar"].gates] == ["iron-door"]
    assert by_id["cellar"].portals == ("east-mirror",)


def test_a_locked_gate_waits_for_its_key():
    quest = bell().quest
    kept = walled_up(quest, "iron-door", "panel-1")
    items = {item.id: item for item in quest.items}
    items["bell-rope"] = items["bell-rope"]._replace(holder="grey")
    behind_itself = kept._replace(items=tuple(items.values()))
    areas = quest.board.areas
    seen = [(areas[one.area].id, one.how) for one in reveal_order(behind_itself)]
    # The nest is told of by an event; the key that lies there opens the cellar.
    assert seen[:3] == [
        ("gatehouse", RevealKind.START),
        ("nest", RevealKind.EVENT),
        ("cellar", RevealKind.GATE),
    ]


def walled_up(quest, *kept):
    """A quest with walls in the place of all but some of its gates."""
    board = quest.board
    walls = dict(zip((1, board.stride), board.walls, strict=True))
    for gate in board.gates:
        for edge in gate.edges if gate.id not in kept else ():
            walls[edge.second - edge.first] |= 1 << edge.first
    gates = tuple(gate for gate in board.gates if gate.id in kept)
    east, south = walls[1], walls[board.stride]
    return quest._replace(board=board._replace(gates=gates, walls=(east, south)))


def test_a_window_reveals_nothing():
    closed = walled_up(bell().quest, "slit-1")
    hows = [one.how for one in reveal_order(closed) if closed.board.areas[one.area].id == "gallery"]
    assert hows == [RevealKind.NEVER]


def test_a_portal_leads_on_where_no_gate_does():
    fewer = walled_up(bell().quest, "porch-door")
    by_id = {fewer.board.areas[one.area].id: one for one in reveal_order(fewer)}
    assert (by_id["cellar"].how, by_id["cellar"].portals) == (RevealKind.PORTAL, ("east-mirror",))
    assert by_id["nest"].how is RevealKind.EVENT
    assert by_id["tunnel-1"].how is RevealKind.NEVER


def test_blocked_floor_is_no_free_way():
    quest = bell().quest
    names = {"C3", "C4"}
    cell = {quest.board.name(cell): cell for cell in each_cell(quest.board.floor)}
    rubble = next(thing for thing in quest.things if thing.id == "fallen")
    blocked = tuple(rubble._replace(id=name, cells=(cell[name],)) for name in sorted(names))
    closed = quest._replace(things=(*quest.things, *blocked))
    (boundary,) = boundaries(closed)
    assert not boundary.is_free
    by_id = {closed.board.areas[one.area].id: one for one in reveal_order(closed)}
    assert by_id["pantry"].how is RevealKind.CLEARED


@pytest.mark.parametrize("path", sample_quests(), ids=lambda path: path.stem)
def test_every_area_is_revealed_once(path):
    for publication in publications(path):
        quest = publication.quest
        assert sorted(one.area for one in reveal_order(quest)) == list(
            range(len(quest.board.areas))
        )
        known = set()
        for one in reveal_order(quest):
            assert set(one.behind) <= known
            known.add(one.area)
