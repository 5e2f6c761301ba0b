"""Write the verdict of a quest as a part of its document."""

from __future__ import annotations

from typing import TYPE_CHECKING

from questwright.compiler.model.luck import jumps_of, spells_of
from questwright.compiler.publish.document.crossing_part import cast_part
from questwright.compiler.publish.document.terms import Terms, fraction, or_none, words

if TYPE_CHECKING:
    from collections.abc import Iterable
    from fractions import Fraction

    from questwright.compiler.model.chance import Chance
    from questwright.compiler.model.verdict import DeadEnd, JudgedWorld, Step, ToldWorld, Verdict
    from questwright.compiler.packs.read.tree import Json
    from questwright.compiler.packs.system.system import Kind


def verdict_part(verdict: Verdict | None, party: Iterable[Kind], terms: Terms) -> Json:
    """The verdict with its line of play, causes, chances and worlds; None if nothing was proven."""
    if verdict is None:
        return None
    jumps, spells = jumps_of(verdict, party), spells_of(verdict, party)
    return {
        "kind": verdict.kind.value,
        "line": [step_part(step, terms) for step in verdict.line],
        "stranded": [step_part(step, terms) for step in verdict.stranded],
        "losing": [step_part(step, terms) for step in verdict.losing],
        "dead_ends": [_dead_end(end, terms) for end in verdict.dead_ends],
        "causes": [
            {"text": cause.text, "chain": cause.chain, "origin": terms.origin(cause.origin)}
            for cause in verdict.causes
        ],
        "rounds": rounds_part(verdict.rounds),
        "required": words(verdict.required),
        "optional": words(verdict.optional),
        "reached": terms.cells(verdict.reached),
        "chances": [_chance(chance) for chance in verdict.chances],
        "relies": [{"member": rely.member, "step": rely.step} for rely in verdict.relies],
        "jumps": None
        if jumps is None
        else {
            "steps": [*jumps.steps],
            "unharmed": fraction(jumps.unharmed),
            "alive": fraction(jumps.alive),
        },
        "spells": None
        if spells is None
        else {"steps": [*spells.steps], "chance": fraction(spells.chance)},
        "casts": [cast_part(cast, terms) for cast in verdict.casts],
        "assumptions": words(verdict.assumptions),
        "undecided": words(verdict.undecided),
        "worlds": [
            _world(world, told, terms)
            for world, told in zip(verdict.worlds, verdict.told_worlds, strict=True)
        ],
        "shown": verdict.shown if verdict.shown >= 0 else None,
        "total": verdict.total,
    }


def _dead_end(end: DeadEnd, terms: Terms) -> Json:
    return {
        "text": end.text,
        "names": words(end.names),
        "world": end.world if end.world >= 0 else None,
        "line": [step_part(step, terms) for step in end.line],
        "origin": terms.origin(end.origin),
    }


def rounds_part(rounds: tuple[int, int] | None) -> Json:
    """The first round in which the quest can be won, and that of the line; None if unknown."""
    return None if rounds is None else {"low": rounds[0], "high": rounds[1]}


def _world(world: JudgedWorld, told: ToldWorld, terms: Terms) -> Json:
    return {
        "parts": words(world.parts),
        "ways": [*world.choices],
        "chance": None if world.chance is None else fraction(world.chance),
        "kind": world.kind.value,
        "rounds": rounds_part(told.rounds),
        "line": [step_part(step, terms) for step in told.line],
        "stranded": [step_part(step, terms) for step in told.stranded],
        "losing": [step_part(step, terms) for step in told.losing],
        "casts": [cast_part(cast, terms) for cast in told.casts],
    }


def step_part(step: Step, terms: Terms) -> Json:
    """A step of a line of play."""
    return {
        "text": step.text,
        "kind": step.kind,
        "target": or_none(step.target),
        "area": or_none(step.area),
        "round": step.round or None,
        "earliest": step.earliest or None,
        "cells": terms.cells(step.cells),
        "chance": or_none(step.chance),
        "who": or_none(step.who),
        "to": or_none(step.to),
        "others": [*step.others],
        "path": terms.path(step.path),
        "origin": terms.origin(step.origin),
    }


def _chance(chance: Chance) -> Json:
    return {
        "step": chance.step,
        "text": chance.text,
        "given": or_none(chance.given),
        "attempts": [
            {
                "member": tried.member,
                "way": tried.way,
                "hits": [fraction(hits) for hits in tried.hits],
                "needed": tried.needed,
                "kept": tried.is_kept,
                "mean": fraction(tried.mean),
                "millionths": _millionths(tried.chances),
            }
            for tried in chance.attempts
        ],
        "together": None
        if chance.together is None
        else {
            "mean": fraction(chance.together.mean),
            "millionths": _millionths(chance.together.chances),
        },
        "outcomes": [
            {"text": outcome.text, "chance": fraction(outcome.chance)}
            for outcome in chance.outcomes
        ],
    }


def _millionths(chances: Iterable[Fraction]) -> Json:
    """Chances in whole millionths: as fractions they would grow by digits with each attempt."""
    return [round(chance * 1_000_000) for chance in chances]
