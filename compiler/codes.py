"""The codes of the compiler's findings.

QW1xx names, QW2xx board and rules, QW3xx proof, QW4xx book, QW6xx files, QW9xx internal errors.
"""

from __future__ import annotations

from questwright.dsl.codes import CODES as TEXT_CODES
from questwright.dsl.diagnostics import Code, Severity

ERROR = Severity.ERROR
WARNING = Severity.WARNING
NOTE = Severity.NOTE

# -- names and statements --------------------------------------------------------
UNKNOWN_NAME = Code("QW101", "unknown-name", ERROR)
NAME_TWICE = Code("QW102", "name-twice", ERROR)
UNKNOWN_WORD = Code("QW103", "unknown-word", ERROR)
UNKNOWN_SYSTEM = Code("QW104", "unknown-system", ERROR)
MISPLACED = Code("QW105", "misplaced-statement", ERROR)
MISSING_PART = Code("QW106", "missing-part", ERROR)
SURPLUS_PART = Code("QW107", "surplus-part", ERROR)
UNKNOWN_VERB = Code("QW108", "unknown-verb", ERROR)
OFF_THE_BOARD = Code("QW109", "off-the-board", ERROR)
WRONG_KIND = Code("QW110", "wrong-kind", ERROR)
BAD_NUMBER = Code("QW111", "number-out-of-range", ERROR)
BAD_ID = Code("QW112", "unusable-name", ERROR)
BAD_INCLUDE = Code("QW113", "unusable-include", ERROR)
TWICE_SAID = Code("QW114", "statement-twice", ERROR)
NO_QUEST = Code("QW115", "no-quest", ERROR)
UNUSED_NAME = Code("QW116", "unused-item", WARNING)
NO_CHOICE = Code("QW117", "no-choice", ERROR)
ROLLED_TWICE = Code("QW118", "roll-with-two-rows", ERROR)
ROLLED_NEVER = Code("QW119", "roll-without-row", ERROR)
CANNOT_ROLL = Code("QW120", "impossible-roll", ERROR)

# -- the board and what stands on it -----------------------------------------------
NO_BOARD = Code("QW200", "no-board", ERROR)
UNENCLOSED_ROOM = Code("QW201", "unenclosed-room", ERROR)
OVERLAPPING_AREAS = Code("QW202", "overlapping-areas", ERROR)
SPLIT_AREA = Code("QW203", "split-area", ERROR)
EMPTY_AREA = Code("QW204", "empty-area", ERROR)
GATE_TO_NOWHERE = Code("QW205", "gate-to-nowhere", ERROR)
GATE_TWICE = Code("QW206", "two-gates-on-one-edge", ERROR)
GATE_INSIDE_AREA = Code("QW207", "gate-inside-an-area", ERROR)
SQUARE_TAKEN = Code("QW208", "square-taken", ERROR)
NOT_ON_FLOOR = Code("QW209", "not-on-the-floor", ERROR)
BAD_FOOTPRINT = Code("QW210", "wrong-footprint", ERROR)
STRADDLING = Code("QW211", "straddling-a-wall", ERROR)
NO_FACING = Code("QW212", "no-facing", ERROR)
NO_START = Code("QW213", "no-start", ERROR)
UNPAIRED_PORTAL = Code("QW214", "unpaired-portal", ERROR)
BOXED_IN_PORTAL = Code("QW215", "boxed-in-portal", ERROR)
TOO_MANY = Code("QW216", "more-than-the-box-holds", ERROR)
TOO_MANY_TILES = Code("QW217", "more-tiles-than-the-box-holds", ERROR)
TILES_OVERLAP = Code("QW218", "overlapping-tiles", ERROR)
TOO_FEW_TRAPS = Code("QW219", "too-few-trap-squares", ERROR)
TRAP_ON_START = Code("QW220", "trap-on-start", WARNING)
LARGE_CONFINED = Code("QW221", "large-figure-confined", WARNING)
PASSAGE_BETWEEN_SEEN = Code("QW222", "passage-reveals-nothing", WARNING)
UNLOCKED = Code("QW226", "unlocked", ERROR)
CHESTS_IN_ONE_AREA = Code("QW223", "chests-in-one-area", WARNING)
FIGURE_CONFINED = Code("QW228", "figure-confined", WARNING)
NO_ROOM = Code("QW225", "no-room-to-come", ERROR)
POINTS_OVERSPENT = Code("QW242", "points-overspent", ERROR)
BOX_MAY_RUN_OUT = Code("QW224", "box-may-run-out", WARNING)
START_IN_FRONT = Code("QW294", "start-in-front-of-a-figure", WARNING)
NO_ROOM_AT_SOURCE = Code("QW295", "no-room-at-its-source", WARNING)
NO_SOURCE = Code("QW283", "nothing-to-bring-from", ERROR)

# -- tiles -----------------------------------------------------------------------------
UNFIT_JOIN = Code("QW261", "unfit-join", ERROR)
OUT_OF_STEP = Code("QW262", "tile-out-of-step", ERROR)
LINK_DIFFERS = Code("QW263", "linking-hex-differs", ERROR)
ENTRY_INSIDE = Code("QW264", "entry-inside-the-board", WARNING)
BOTH_FACES = Code("QW281", "both-faces-of-one-tile", ERROR)
SHOWN_EARLY = Code("QW284", "tile-shows-too-much", WARNING)
LAID_LATE = Code("QW285", "gate-on-a-later-tile", WARNING)
GEAR_UNUSED = Code("QW286", "gear-nobody-uses", WARNING)
TILE_APART = Code("QW282", "tile-apart", WARNING)

# -- decks of sections -------------------------------------------------------------------
NO_WAY_IN = Code("QW265", "section-without-a-way-in", ERROR)
TOO_FEW_CARDS = Code("QW266", "too-few-cards", ERROR)
OBJECTIVE_NOT_LAID = Code("QW267", "objective-not-laid", ERROR)
NOT_DEALT = Code("QW268", "board-is-not-dealt", ERROR)
DOORWAY_OUT_OF_REACH = Code("QW269", "doorway-out-of-reach", ERROR)

# -- the rules of the game ------------------------------------------------------------
CONFLICTING_OPTIONS = Code("QW230", "conflicting-options", ERROR)
UNPAYABLE = Code("QW231", "unpayable-sum", ERROR)
PARTY_SIZE = Code("QW232", "party-size", ERROR)
GEAR_TWICE = Code("QW233", "unique-gear-twice", ERROR)
OVERLADEN = Code("QW234", "more-gear-than-can-be-carried", WARNING)
EMPTY_DECK = Code("QW235", "empty-deck", ERROR)
NO_INTERRUPT_CARD = Code("QW236", "no-interrupt-card", WARNING)
WANDERER_SPENT = Code("QW237", "no-wanderer-left", WARNING)
WANDERER_NO_ROOM = Code("QW238", "no-room-for-a-wanderer", WARNING)
UNSET_SETTING = Code("QW239", "unset-setting", ERROR)
NO_ATTACKERS = Code("QW240", "nobody-can-come", WARNING)
TOO_STRONG = Code("QW241", "too-strong-to-defeat", WARNING)
FIGURE_NOT_HAD = Code("QW243", "figure-of-another-box", ERROR)
NOT_ON_THIS_MAP = Code("QW244", "not-on-this-map", ERROR)
KEPT_FREE = Code("QW245", "kept-free", ERROR)
WRONG_PLACES = Code("QW246", "wrong-number-of-places", WARNING)
NEEDS_MORE = Code("QW247", "needs-something-else", ERROR)
NO_COUNTER = Code("QW249", "lock-without-counter", WARNING)
NO_TABLE = Code("QW248", "option-without-table", ERROR)
NUMBER_TAKEN = Code("QW270", "two-quests-of-one-number", ERROR)
NUMBER_MISSING = Code("QW271", "number-without-a-quest", WARNING)

# -- campaigns ---------------------------------------------------------------------------
SHORT_CAMPAIGN = Code("QW250", "campaign-of-one-quest", ERROR)
MIXED_CAMPAIGN = Code("QW251", "quest-of-another-game", ERROR)
PAUSE_OUT_OF_PLACE = Code("QW252", "interlude-out-of-place", ERROR)
STRANGERS = Code("QW253", "party-grows-in-a-campaign", WARNING)
KEPT_ALREADY = Code("QW254", "kept-gear-twice", WARNING)
NOTHING_TO_KEEP = Code("QW255", "kept-for-nothing", WARNING)
BEGINS_UNFIT = Code("QW256", "unwinnable-as-it-begins", ERROR)
BROUGHT_BY_NOBODY = Code("QW257", "brought-by-nobody", ERROR)
NO_BRANCH = Code("QW258", "branch-that-nobody-takes", WARNING)
NO_END = Code("QW259", "campaign-without-an-end", ERROR)
BEYOND_LIGHT = Code("QW260", "beyond-the-light", ERROR)

# -- the proof --------------------------------------------------------------------------
UNWINNABLE = Code("QW301", "unwinnable", ERROR)
UNREACHABLE_AREA = Code("QW302", "unreachable-area", ERROR)
UNREACHABLE_ITEM = Code("QW303", "unobtainable-item", ERROR)
DEAD_EVENT = Code("QW304", "dead-event", ERROR)
VACUOUS = Code("QW305", "vacuous-victory", ERROR)
UNDECIDED = Code("QW306", "undecided", ERROR)
CAN_STRAND = Code("QW307", "can-strand", ERROR)
UNREACHABLE_SQUARES = Code("QW308", "unreachable-squares", WARNING)
UNSEARCHABLE = Code("QW309", "unsearchable-passage", ERROR)
DEAD_ACTION = Code("QW311", "dead-action", ERROR)
NOT_FOR_FEWER = Code("QW312", "not-for-fewer", WARNING)
NOT_IN_EVERY_WORLD = Code("QW313", "not-in-every-world", ERROR)
CAN_LOSE = Code("QW314", "can-lose", NOTE)
OUT_OF_REACH = Code("QW316", "victory-out-of-reach", WARNING)
DEGREE_OUT_OF_REACH = Code("QW317", "degree-out-of-reach", ERROR)
LOST_IN_SOME_DEALS = Code("QW318", "objective-out-of-reach", ERROR)
DECK_USED_UP = Code("QW319", "deck-used-up", WARNING)
STALE_EXPECT = Code("QW320", "stale-expect", ERROR)
STALE_ALLOW = Code("QW321", "stale-allow", ERROR)
UNPROVEN_EXPECT = Code("QW322", "unproven-expect", ERROR)

# -- the book ----------------------------------------------------------------------------
UNPRINTABLE = Code("QW401", "unprintable-character", ERROR)
RENDERER_FAILED = Code("QW402", "renderer-failed", ERROR)
RENDERER_MISSING = Code("QW403", "renderer-missing", ERROR)

# -- print profiles, and PDFs that are held to one -----------------------------------------
UNKNOWN_PROFILE = Code("QW410", "unknown-profile", ERROR)
PROFILE_FORM = Code("QW411", "profile-form", ERROR)
UNREADABLE_PDF = Code("QW412", "unreadable-pdf", ERROR)
GAVE_UP = Code("QW413", "preflight-gave-up", ERROR)
WRONG_BOX = Code("QW420", "wrong-page-box", ERROR)
WRONG_COUNT = Code("QW421", "wrong-page-count", ERROR)
FONT_NOT_EMBEDDED = Code("QW422", "font-not-embedded", ERROR)
WRONG_COLOUR = Code("QW423", "wrong-colour", ERROR)
TOO_MUCH_INK = Code("QW424", "too-much-ink", ERROR)
TRANSPARENT = Code("QW425", "transparency", ERROR)
LIVE_PART = Code("QW426", "live-part", ERROR)
OUTSIDE_SAFETY = Code("QW427", "outside-the-safe-area", ERROR)
COARSE_IMAGE = Code("QW428", "coarse-image", WARNING)
WRONG_STANDARD = Code("QW429", "wrong-standard", ERROR)
COMPOSITE_FONT = Code("QW430", "composite-font", WARNING)
NOT_PROMISED = Code("QW431", "not-promised", NOTE)

# -- files --------------------------------------------------------------------------------
UNREADABLE = Code("QW601", "unreadable-file", ERROR)
OUTSIDE = Code("QW602", "outside-the-project", ERROR)
UNWRITABLE = Code("QW603", "unwritable-output", ERROR)
SAME_ID = Code("QW604", "same-quest-id", ERROR)
NOT_FORMATTED = Code("QW605", "not-formatted", ERROR)
UNFIT_DOCUMENT = Code("QW606", "unreadable-document", ERROR)
IN_USE = Code("QW607", "output-in-use", ERROR)
MACHINE = Code("QW608", "refused-by-the-machine", ERROR)

# -- translations ----------------------------------------------------------------------------
UNREADABLE_CATALOG = Code("QW620", "unreadable-translation", ERROR)
UNTRANSLATED = Code("QW621", "untranslated-texts", WARNING)
STRAY_MESSAGE = Code("QW622", "stray-translation", WARNING)
UNFIT_TRANSLATION = Code("QW623", "unfit-translation", WARNING)

INTERNAL = Code("QW901", "internal-error", ERROR)


def every_code() -> tuple[Code, ...]:
    """All codes of the language, the packs and the compiler, sorted by id."""
    from questwright.compiler.packs.codes import CODES as PACK_CODES

    ours = [value for value in globals().values() if isinstance(value, Code)]
    return tuple(sorted({*TEXT_CODES, *PACK_CODES, *ours}))
