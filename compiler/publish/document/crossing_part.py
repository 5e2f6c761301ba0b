"""A crossing as a part of a quest's document."""

from __future__ import annotations

from typing import TYPE_CHECKING

from questwright.compiler.publish.document.terms import Terms, fraction, plain, words

if TYPE_CHECKING:
    from questwright.compiler.model.board import Crossing
    from questwright.compiler.packs.read.tree import Json


def crossing_part(crossing: Crossing, terms: Terms) -> Json:
    """What joins places that do not lie beside each other."""
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
    """A way that spells make, and who casts them."""
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
