"""How attacks are resolved: dice, ways to attack, and at how many hits figures fall."""

from __future__ import annotations

from questwright.compiler.packs.decode.fields import Fields, as_list, as_number
from questwright.compiler.packs.system.fights import (
    Attack,
    Die,
    Fights,
    GroundShift,
    HitLimit,
    Reach,
    Resort,
    Several,
    Stun,
)
from questwright.compiler.packs.system.tables import rows_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping


def _faces(fields: Fields, name: str, dice: Mapping[str, Die]) -> tuple[str, ...]:
    """Return what the faces of a die show that is named, or has a number of them."""
    die = fields.plain(name, 0)
    if isinstance(die, str):
        return dice[die].faces
    return tuple([str(face + 1) for face in range(as_number(die))])


def die(fields: Fields) -> Die:
    """Decode a die whose faces are said."""
    faces = fields.plain("faces")
    return Die(
        fields.word,
        fields.text("title"),
        tuple([str(face) for face in faces]) if isinstance(faces, tuple) else (),
        fields.words("rules"),
    )


def _counts(fields: Fields) -> dict[str, dict[str, int]]:
    return {word: fields.number_by_word(word) for word in fields.data}


def fights(fields: Fields, dice: Mapping[str, Die], rules: Mapping[str, object]) -> Fights:
    """Decode how attacks are resolved, with the dice of the pack and the tables of its rules."""
    faces = _faces(fields, "die", dice)
    attacks = fields.members("attacks")
    on_figures = [_attack(own) for own in attacks if not own.flag("locks_only")]
    return Fights(
        roll=fields.text("roll"),
        die=len(faces),
        faces=faces,
        defence_faces=_faces(fields, "defence_die", dice) or faces,
        hits=fields.number_by_word("hits"),
        hits_of=_counts(fields.inner("hits_of")),
        saves=fields.number_by_word("saves"),
        saves_of=_counts(fields.inner("saves_of")),
        fewest=fields.number("fewest"),
        table=fields.text("table"),
        to_hit=_to_hit(rules.get(fields.text("table"))),
        skill=fields.text("skill"),
        always_fails=fields.number("always_fails"),
        always_succeeds=fields.number("always_succeeds"),
        tables=fields.text_by_word("tables"),
        several=fields.each("several", _several),
        advance=fields.number("advance"),
        enters=fields.flag("enters"),
        against=fields.number_by_word("against"),
        attacks=tuple(own for own in on_figures if own.resort is Resort.USUAL),
        resorts=tuple(own for own in on_figures if own.resort is not Resort.USUAL),
        tools=tuple(_attack(own) for own in attacks if own.flag("locks_only")),
        defence=fields.text("defence"),
        behind=fields.text("behind"),
        worn=fields.words("worn"),
        worn_behind=fields.words("worn_behind"),
        ground=fields.optional("ground", lambda own: _ground_shift(own, rules)),
        armour=fields.text("armour"),
        falls=fields.by_word("falls", _fall),
        driven_back=fields.words("driven_back"),
        given=fields.text("given"),
        rules=fields.words("rules"),
    )


def _to_hit(table: object) -> dict[int, tuple[int, ...]]:
    """Return the rows of a table by skill, where it has such rows."""
    return {
        as_number(row.get("skill")): tuple([as_number(least) for least in as_list(row["needs"])])
        for row in rows_of(table, ["rows"])
        if "needs" in row
    }


def _attack(fields: Fields) -> Attack:
    return Attack(
        word=fields.word,
        title=fields.text("title"),
        dice=fields.amount("dice") or 1,
        against_large=fields.number("against_large"),
        reach=Reach(fields.text("reach", Reach.BESIDE)),
        not_beside=fields.flag("not_beside"),
        skill=fields.text("skill"),
        needs=fields.text("needs"),
        strength=fields.text("strength"),
        by=fields.words("by"),
        not_against=fields.words("not_against"),
        within=fields.number("within"),
        only_with=fields.words("only_with"),
        rounds=fields.number("rounds", 1),
        hits=fields.number("hits"),
        resort=Resort(fields.text("resort", Resort.USUAL)),
        actions=fields.number("action_cost", 1),
    )


def _several(fields: Fields) -> Several:
    return Several(
        against=fields.words("against"),
        not_against=fields.words("not_against"),
        by=fields.words("by"),
        columns=fields.number("columns"),
        is_each=fields.flag("each"),
    )


def _fall(fields: Fields) -> HitLimit:
    return HitLimit(
        value=fields.text("at"),
        is_kept=fields.flag("kept"),
        marks=_hits_by_mark(fields, "marks"),
        most=fields.number("most"),
        cornered=_hits_by_mark(fields, "cornered"),
        stunned=fields.optional("stunned", _stun),
    )


def _stun(fields: Fields) -> Stun:
    return Stun(
        by=fields.words("by"),
        defence=fields.text("defence"),
        falls_by=fields.words("falls_by"),
        hurt_fall=fields.flag("hurt_fall"),
        never=fields.words("never"),
    )


def _ground_shift(fields: Fields, rules: Mapping[str, object]) -> GroundShift:
    """Return the columns by what the ground is to both sides, as the rows of a table have them."""
    rows = rows_of(rules.get(fields.text("table")), ["rows"])
    return GroundShift(
        shifts={
            (str(row["attacker"]), str(row["defender"])): as_number(row["shift"])
            for row in rows
            if {"attacker", "defender", "shift"} <= row.keys()
        },
        state=fields.text("state"),
        favoured=fields.text("favoured"),
        plain=fields.text("plain"),
        spares=fields.words("spares"),
    )


def _hits_by_mark(fields: Fields, name: str) -> dict[str, int]:
    return {mark.text("mark"): mark.number("hits") for mark in fields.members(name)}
