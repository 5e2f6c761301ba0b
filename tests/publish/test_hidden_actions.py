"""An action at a thing that is hidden: no page says where it is."""

from __future__ import annotations

import pytest

from questwright.compiler.model.publication import Publication
from questwright.compiler.publish.book.book import compose_book
from questwright.compiler.publish.outline.write import outline
from support.one_text import compiled
from support.small import small_text

HALL = """
    +-+-+-+-+
    |s . . .|
    + + + + +
    |. . . .|
    +-+-+-+-+"""


def _publication(body):
    one = compiled(small_text(HALL, "room hall at A1..D2", body))
    return Publication(one.quest, one.system, one.proof.verdict(), {}, ())


@pytest.mark.parametrize(
    ("hidden", "at", "told"),
    [
        ("lever nest among D1, D2", "nest", "at the Nest, wherever it is"),
        ("chest nest among D1, D2", "nest", "beside the Nest, wherever it is"),
        ("zombie nest among D1, D2 facing west", "nest", "the Nest, wherever it is"),
        ("lever nest among D1, D2", "nest, B2", "at the Nest, wherever it is or on B2"),
    ],
)
def test_an_action_at_what_is_hidden_names_no_square_of_it(hidden, at, told):
    body = f"{hidden}\n  action burn at {at}\n  victory heroes when burn done"
    publication = _publication(body)
    (action,) = compose_book([publication]).chapters[0].actions
    assert action.where.endswith(told)
    (line,) = [line for line in outline(publication).split("\n") if line.startswith("- Burn")]
    assert told in line
