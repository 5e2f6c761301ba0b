"""Three halls in a row, for quests that differ in little but what stands between them."""

from __future__ import annotations

from support.small import small_text


def three_halls(goal, body="", heroes="orlaf, danor", first="", second=""):
    """A quest; ``first`` and ``second`` say more of the doors. Three heroes have three squares."""
    corner = "s" if heroes.count(",") > 1 else "."
    return small_text(
        f"""
        +-+-+-+-+-+-+
        |s s|. .|. .|
        + + + + + + +
        |{corner} .D. .E. .|
        +-+-+-+-+-+-+
        """,
        'room a at A1..B2 "Hall A"',
        'room b at C1..D2 "Hall B"',
        'room c at E1..F2 "Hall C"',
        body,
        f"victory heroes when {goal}",
        heroes=heroes,
        legend=f"s: start\n    D: door first {first}\n    E: door second {second}",
    )
