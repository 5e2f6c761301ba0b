"""Check what a side may bring into play besides what is on the map: its box, and its sources."""

from __future__ import annotations

from collections import Counter

from questwright.compiler import codes
from questwright.compiler.english import with_article

TYPE_CHECKING = False
if TYPE_CHECKING:
    from questwright.compiler.frontend.findings import Findings
    from questwright.compiler.model.case import Case
    from questwright.compiler.packs.system.settings import Setting


def check_brought(case: Case, findings: Findings) -> None:
    """Check that figures can be brought, and that the box has them [DKQ-B2, DKQ-B20]."""
    quest, system = case.quest, case.system
    if not any(setting.brings for setting in system.settings.values()):
        return
    # Loaded here: few games have such a setting.
    from questwright.compiler.analysis.moments import bringing, has_source

    for setting, many in bringing(quest, system):
        for other, words in setting.not_with.items():
            if quest.settings.get(other) in words:
                _refuse(setting, many, other, case, findings)
        if setting.out_of and not has_source(setting.out_of, quest, system):
            token = system.kinds[setting.out_of]
            findings.add(
                codes.NO_SOURCE,
                f"`{setting.word} {many}` brings nobody: no {token.title} ever lies on the board",
                quest.said_at(setting.word),
                f"no `{token.word}`",
                reason=f"each of them comes in the place of a {token.title}{_rules(setting)}",
                help=f"set out `{token.word}`, or a figure that leaves one, or bring none",
            )
        _check_room(setting, case, findings)
        _check_box(setting, many, case, findings)


def _refuse(setting: Setting, many: int, other: str, case: Case, findings: Findings) -> None:
    word = case.quest.settings[other]
    findings.add(
        codes.CONFLICTING_OPTIONS,
        f"`{setting.word} {many}` and `{other} {word}` cannot both hold",
        case.quest.said_at(setting.word),
        "this quest says both",
        reason=f"{case.system.settings[other].title} `{word}` brings nobody{_rules(setting)}",
        help="keep one of them",
    )


def _check_room(setting: Setting, case: Case, findings: Findings) -> None:
    """Check that figures have room over one of the tokens that they replace [DKQ-B33]."""
    quest, system = case.quest, case.system
    sources = [thing for thing in quest.things if thing.kind.word == setting.out_of]
    if not sources:
        return
    # Loaded here: few games have such a setting.
    from questwright.compiler.geometry.footing import Footing, body_of
    from questwright.compiler.geometry.going import Going
    from questwright.compiler.geometry.openings import openings
    from questwright.compiler.geometry.special import standable
    from questwright.compiler.geometry.terrain import Gait, ground_for

    kind, board = system.kinds[setting.brings], quest.board
    walkable = standable(quest, kind.specials)
    ground = ground_for(kind, board, walkable, Gait(system.move_value))
    going = Going(board, openings(board, frozenset()))
    footing = Footing(body_of(kind, board.lattice), going, ground)
    room = footing.covered(footing.stands)
    if any(thing.mask & room for thing in sources):
        return
    token = system.kinds[setting.out_of]
    size = body_of(kind, board.lattice).size
    findings.add(
        codes.NO_ROOM_AT_SOURCE,
        f"no {token.title} lies where {with_article(kind.title)} has room",
        sources[0].origin,
        f"nobody can stand over {'it' if len(sources) == 1 else 'any of them'}",
        reason=f"it needs {size} free {findings.cells if size > 1 else findings.cell}, "
        f"that of the {token.title} among them{_rules(setting)}",
        help=f"move one of them, or leave `{setting.word}` out; one that is left by a figure may "
        "still do",
    )


def _check_box(setting: Setting, many: int, case: Case, findings: Findings) -> None:
    # Loaded here: few games have such a setting.
    from questwright.compiler.analysis.moments import model_moments
    from questwright.compiler.analysis.needs import wanderers

    kind = case.system.kinds[setting.brings]
    drawn = Counter(wanderers(case.quest, case.system))
    moments, _ = model_moments(case.quest, case.system, drawn)
    moment = moments.get(kind.word)
    if kind.box is None or moment is None or moment.total <= kind.box:
        return
    there = moment.total - moment.brought
    findings.add(
        codes.BOX_MAY_RUN_OUT,
        f"{moment.brought} more {kind.plural.lower()} may not be in the box",
        case.quest.said_at(setting.word),
        f"`{setting.word} {many}`",
        reason=f"{there} may stand on the table besides, the box holds {kind.box}{_rules(setting)}",
        help="let fewer come, or set out another figure",
    )


def _rules(setting: Setting) -> str:
    return f" [{', '.join(setting.rules)}]" if setting.rules else ""
