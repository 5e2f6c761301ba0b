"""Write crossings, and the ways that spells make, as parts of a quest's document."""

from __future__ import annotations

from typing import TYPE_CHECKING

from questwright.compiler.publish.document.terms import Terms, fraction, plain, words

if TYPE_CHECKING:
    from questwright.compiler.model.board import Crossing
    from questwright.compiler.packs.read.tree import Json


def crossing_part(crossing: Crossing, terms: Terms) -> Json:
    """A crossing as an object; its ends and its course are names of squares."""
    kind = crossing.kind
    return {
        "id": crossing.id,
        "title": crossing.title,
        "kind": kind.word,
        "kind_title": kind.title,
        "symbol": kind.symbol,
        "ends": [terms.cells(end) for end in crossing.ends],
        "rounds": crossing.rounds,
        "rowed": [list(each) for each in crossing.rowed],
        "over": terms.path(crossing.over),
        "cost": crossing.cost,
        "only": words(crossing.only),
        "one_way": kind.is_one_way,
        "vessel": kind.is_vessel,
        "seats": kind.seats,
        "open": crossing.is_open,
        "named": crossing.is_named,
        "text": kind.text,
        "traits": plain(kind.traits),
        "rules": words(kind.rules),
        "origin": terms.origin(crossing.origin),
    }


def cast_part(crossing: Crossing, terms: Terms) -> Json:
    """A way that spells make: the spells, their caster, and the way as a crossing.

    The crossing must have a `cast`.
    """
    cast = crossing.cast
    assert cast is not None
    return {
        "spells": [{"word": spell.word, "title": spell.title} for spell in cast.spells],
        "place": cast.place,
        "caster": cast.caster,
        "points": cast.points,
        "stock": cast.stock,
        "chance": fraction(cast.chance),
        "cells": terms.cells(cast.cells),
        "once": cast.is_once,
        "way": crossing_part(crossing, terms),
    }
