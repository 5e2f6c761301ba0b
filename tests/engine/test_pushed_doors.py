"""What is pushed where a door stands on squares of its own: once that is taken away."""

from __future__ import annotations

import json

from oracle.replays import published
from questwright.engine.replay import replay_document
from support.paths import CASES

TEXT = (CASES / "furniture" / "pushed-over-the-squares-of-a-door.quest").read_text()


def test_nothing_is_pushed_onto_a_door_that_is_shut():
    _, data = published(TEXT)
    assert replay_document(data) == ""
    document = json.loads(data)
    line = document["verdict"]["line"]
    pulled = [step for step in line if step["target"] == "pull" or step["kind"] == "event"]
    assert len(pulled) == 2
    document["verdict"]["line"] = [step for step in line if step not in pulled]
    assert "something stands on F1" in replay_document(json.dumps(document).encode())
