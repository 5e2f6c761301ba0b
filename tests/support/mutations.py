"""A quest with one thing changed: how, what has changed then, and what is said of it."""

from __future__ import annotations

ZOMBIE = ("    m: armoured-zombie", "    z: zombie facing west\n    m: armoured-zombie")
WHEN_YARD = "all heroes in yard"

NEW_TIME = (
    "“Boots” happens when the Store Door is opened now; before, when the Corn Chest is searched"
)
MORE_ZOMBIES = (
    "In “Boots” now: place 2 Zombies as near to A3 as may be, facing east; "
    "before: place a Zombie as near to A3 as may be, facing east"
)
NEW_GOAL = (
    "The Heroes win when any Hero carries the Seed Corn now; before, when any Hero carries the "
    "Seed Corn and all Heroes are in the Yard"
)

MUTATIONS = {
    "another title": (
        [('"The Dry Mill"', '"The Wet Mill"')],
        [("quest", "renamed", "dry-mill")],
        ["The quest is called “The Wet Mill” now; it was “The Dry Mill”"],
    ),
    "another name": (
        [("quest dry-mill", "quest wet-mill")],
        [("quest", "renamed", "wet-mill")],
        ["The quest goes by the name `wet-mill` now, not by `dry-mill`"],
    ),
    "more gold": (
        [("gold 10", "gold 25")],
        [("setting", "value", "gold")],
        ["Gold for each Hero: 25 now, 10 before"],
    ),
    "another wanderer": (
        [("marauder zombie", "marauder skeleton-archer")],
        [
            ("setting", "value", "marauder"),
            ("need", "count", "skeleton-archer"),
            ("need", "count", "zombie"),
        ],
        [
            "Marauding Monster: Skeleton Archer now, Zombie before",
            "1 Zombie at most now, 2 before, of 4 in the box",
            "2 Skeleton Archers at most now, 1 before, of 2 in the box",
        ],
    ),
    "a room by another title": (
        [('"The Yard"', '"The Courtyard"')],
        [("area", "renamed", "yard")],
        ["The Yard is called “The Courtyard” now"],
    ),
    "a room by another name": (
        [("room yard", "room court"), (WHEN_YARD, "all heroes in court")],
        [("area", "renamed", "court")],
        ["The Yard goes by the name `court` now, not by `yard`"],
    ),
    "a corridor": (
        [("room yard", "corridor yard")],
        [("area", "kind", "yard")],
        ["The Yard is a corridor now; it was a room"],
    ),
    "a column more": (
        [
            ("    +-+-+-+-+-+-+-+-+\n", "    +-+-+-+-+-+-+-+-+-+\n"),
            ("t t|", "t t .|"),
            ("    + + + + + + + + +\n    |s s . .D", "    + + + + + + + + + +\n    |s s . .D"),
            (". m .|", ". m . .|"),
            ("    + + + + + + + + +\n    |. . . .|k", "    + + + + + + + + + +\n    |. . . .|k"),
            ("|k . . .|", "|k . . . .|"),
            ("+-+L+-+", "+-+L+-+-+"),
            ("E1..H3", "E1..I3"),
        ],
        [("board", "resized", ""), ("area", "resized", "grinding-room")],
        ["The board grew by 1 column on the right", "The Grinding Room gained I1–I3"],
    ),
    "a wall": (
        [("|. . . .|k", "|. .|. .|k")],
        [("board", "walls", "")],
        ["A wall is new, at B3|C3"],
    ),
    "a door less": (
        [('    D: door mill-door "The Mill Door"\n', ""), (".D. . m", ".|. . m")],
        [
            ("gate", "removed", "mill-door"),
            ("verdict", "verdict", ""),
            ("verdict", "causes", ""),
            ("verdict", "unreachable", "grinding-room"),
            ("verdict", "unreachable", "store"),
            ("need", "count", "door"),
        ],
        ["The Mill Door at D2|E2 is gone; there is a wall now"],
    ),
    "a door more": (
        [("|. . . .|k", "|. . . .Nk"), ("    L: door", "    N: door\n    L: door")],
        [("gate", "added", "door-1"), ("need", "count", "door")],
        [
            "A Door is new, at D3|E3, between the Yard and the Grinding Room",
            "3 Doors at most now, 2 before, of 12 in the box",
        ],
    ),
    "a door elsewhere": (
        [("|s s . .D", "|s s . .|"), ("|. . . .|k", "|. . . .Dk")],
        [("gate", "moved", "mill-door")],
        ["The Mill Door moved from D2|E2 to D3|E3"],
    ),
    "a lock": (
        [
            ('"The Mill Door"', '"The Mill Door" locked by pin'),
            ("  item store-key", "  item pin at A3\n  item store-key"),
        ],
        [("gate", "locked", "mill-door"), ("item", "added", "pin")],
        ["The Mill Door is locked now: the Pin opens it", "The Pin is new, at A3"],
    ),
    "no lock": (
        [(" locked by store-key", "")],
        [("gate", "unlocked", "store-door")],
        ["The Store Door is no longer locked"],
    ),
    "one way": (
        [('"The Mill Door"', '"The Mill Door" from yard')],
        [("gate", "way", "mill-door"), ("verdict", "verdict", ""), ("verdict", "causes", "")],
        ["The Mill Door: one goes through only from the Yard now"],
    ),
    "another key": (
        [("locked by store-key", "locked by seed-corn"), ("in corn-chest", "at H2")],
        [
            ("gate", "key", "store-door"),
            ("item", "moved", "seed-corn"),
            ("verdict", "optional", "store"),
        ],
        [
            "The Store Door is opened by the Seed Corn now, not by the Store Key",
            "The Seed Corn is at H2 now; it was in the Corn Chest",
        ],
    ),
    "a key that is used up": (
        [("locked by store-key", "locked by store-key spent")],
        [("gate", "spent", "store-door")],
        ["The Store Key is used up now when it opens the Store Door"],
    ),
    "an open door": (
        [('door mill-door "The Mill Door"', 'door mill-door open "The Mill Door"')],
        [
            ("gate", "open", "mill-door"),
            *(
                ("need", "count", word)
                for word in ("door", "armoured-zombie", "skeleton-archer", "bench-table")
            ),
        ],
        [
            "The Mill Door stands open from the start now",
            "1 Armoured Zombie on the table at the start now, 0 before",
        ],
    ),
    "a figure elsewhere": (
        [(". . m .|", ". m . .|")],
        [("figure", "moved", "miller")],
        ["The Miller moved from G2 to F2"],
    ),
    "a figure in another room": (
        [(". . m .|", ". . . .|"), ("|b b . .|", "|b b m .|"), ("held by miller", "at F1")],
        [("figure", "moved", "miller"), ("item", "moved", "store-key")],
        ["The Miller moved from G2 to G4 in the Meal Store"],
    ),
    "a figure turned": (
        [('"The Miller" facing north', '"The Miller" facing west')],
        [("figure", "turned", "miller")],
        ["The Miller faces west now, not north"],
    ),
    "a figure that nobody named, turned": (
        [("skeleton-archer facing north", "skeleton-archer facing east")],
        [("figure", "turned", "skeleton-archer-1")],
        ["The Skeleton Archer at E3 faces east now, not north"],
    ),
    "another figure": (
        [("m: armoured-zombie miller", "m: zombie miller")],
        [
            ("figure", "kind", "miller"),
            ("need", "removed", "armoured-zombie"),
            ("need", "count", "zombie"),
        ],
        ["The Miller is a Zombie now; it was an Armoured Zombie"],
    ),
    "a figure with more power": (
        [('"The Miller" facing north', '"The Miller" facing north with steady-eye')],
        [("figure", "specials", "miller")],
        ["The Miller has Steady Eye now"],
    ),
    "a figure with another title": (
        [('"The Miller"', '"Old Grindle"')],
        [("figure", "renamed", "miller")],
        ["The Miller is called “Old Grindle” now"],
    ),
    "a figure with another name": (
        [
            ("armoured-zombie miller", "armoured-zombie grindle"),
            ("held by miller", "held by grindle"),
        ],
        [("figure", "renamed", "grindle")],
        ["The Miller goes by the name `grindle` now, not by `miller`"],
    ),
    "a figure more": (
        [("|. . . .|k", "|. . z .|k"), ZOMBIE],
        [("figure", "added", "zombie-1"), ("need", "count", "zombie")],
        [
            "A Zombie is new, at C3 in the Yard, facing west",
            "3 Zombies at most now, 2 before, of 4 in the box",
        ],
    ),
    "a bookcase elsewhere": (
        [("|b b . .|", "|. . . .|"), ("|. . . c|", "|b b . c|")],
        [("thing", "moved", "bookcase-1")],
        ["The Bookcase moved from E4–F4 to E5–F5"],
    ),
    "an item less": (
        [('  item store-key "The Store Key" held by miller\n', ""), (" locked by store-key", "")],
        [
            ("gate", "unlocked", "store-door"),
            ("item", "removed", "store-key"),
        ],
        ["The Store Key is gone; it was carried by the Miller"],
    ),
    "an item elsewhere": (
        [("held by miller", "held by k")],
        [("item", "moved", "store-key")],
        ["The Store Key is carried by the Skeleton Archer at E3 now; it was carried by the Miller"],
    ),
    "another condition": (
        [("when corn-chest searched", "when store-door opened")],
        [("event", "condition", "boots")],
        [NEW_TIME],
    ),
    "each time": (
        [("when corn-chest searched", "whenever corn-chest searched")],
        [("event", "repeats", "boots")],
        ["“Boots” happens each time now"],
    ),
    "another effect": (
        [("spawn zombie near A3", "spawn 2 zombie near A3")],
        [("event", "effect", "boots"), ("need", "count", "zombie")],
        [MORE_ZOMBIES],
    ),
    "an effect more": (
        [("    spawn zombie", "    set alarm\n    spawn zombie")],
        [("event", "effect", "boots")],
        ["In “Boots” now also: mark “Alarm”"],
    ),
    "effects in another order": (
        [
            ('    read """Somebody heavy wipes his boots."""\n', ""),
            (
                "facing east\n  }",
                'facing east\n    read """Somebody heavy wipes his boots."""\n  }',
            ),
        ],
        [("event", "order", "boots")],
        ["What happens in “Boots” comes in another order"],
    ),
    "an event by another title": (
        [('event boots "Boots"', 'event boots "Wet Boots"')],
        [("event", "renamed", "boots")],
        ["“Boots” is called “Wet Boots” now"],
    ),
    "an event by another name": (
        [('event boots "Boots"', 'event steps "Boots"')],
        [("event", "renamed", "steps")],
        ["“Boots” goes by the name `steps` now, not by `boots`"],
    ),
    "an item by another title": (
        [('"The Store Key"', '"The Rusty Key"')],
        [("item", "renamed", "store-key")],
        ["The Store Key is called “The Rusty Key” now"],
    ),
    "an item by another name": (
        [("item seed-corn", "item corn"), ("carries seed-corn", "carries corn")],
        [("item", "renamed", "corn")],
        ["The Seed Corn goes by the name `corn` now, not by `seed-corn`"],
    ),
    "a secret door": (
        [("D: door mill-door", "D: secret mill-door")],
        [
            ("gate", "kind", "mill-door"),
            ("need", "count", "door"),
            ("need", "added", "secret"),
        ],
        ["The Mill Door is a Secret Passageway now; it was a Door"],
    ),
    "an event reworded": (
        [("A mill turns, and there", "A mill turns and there")],
        [("event", "reworded", "event-1")],
        ["The text read aloud in the event when the Grinding Room is revealed was reworded"],
    ),
    "an event more": (
        [
            (
                "  event boots",
                "  event when yard cleared {\n    open mill-door\n  }\n\n  event boots",
            )
        ],
        [("event", "added", "event-2")],
        ["The event when the Yard is cleared is new: the Mill Door opens"],
    ),
    "an action more": (
        [("  victory", '  action pull at C3 "Pull the lever" when mill-door opened\n\n  victory')],
        [("action", "added", "pull")],
        ["“Pull the lever” can be done now, on C3, when the Mill Door is opened"],
    ),
    "another victory": (
        [(f" and {WHEN_YARD}", "")],
        [("victory", "condition", "heroes")],
        [NEW_GOAL],
    ),
    "a victory more": (
        [
            (
                "  expect winnable",
                "  victory heroes when all heroes in store and boots happened\n  expect winnable",
            )
        ],
        [("victory", "added", "heroes")],
        ["The Heroes win now also when all Heroes are in the Meal Store and “Boots” has happened"],
    ),
    "the story reworded": (
        [("since spring", "since May")],
        [("text", "reworded", "story")],
        ["The story was reworded"],
    ),
    "a special rule told": (
        [('  rule """The wheel', '  rule told """The wheel')],
        [("text", "told", "rule")],
        ["The special rule is told to the players now"],
    ),
    "a victory told": (
        [("victory heroes when", "victory heroes told when")],
        [("victory", "told", "heroes")],
        ["The players know now how the Heroes win"],
    ),
    "a special rule less": (
        [('  rule """The wheel in the [[grinding-room]] may be used as cover."""\n', "")],
        [("text", "removed", "rule")],
        ["The special rule is gone"],
    ),
    "an expectation": (
        [("  expect winnable", "  expect winnable\n  expect must face store")],
        [("belief", "added", "")],
        ["The designer now expects that nobody wins without the Meal Store"],
    ),
    "unwinnable": (
        [("held by miller", "in corn-chest")],
        [
            ("item", "moved", "store-key"),
            ("verdict", "verdict", ""),
            ("verdict", "causes", ""),
            ("verdict", "unreachable", "store"),
        ],
        [
            "The verdict is unwinnable now, not winnable",
            "Nobody comes to the Meal Store any more",
            "The Store Key is in the Corn Chest now; it was carried by the Miller",
        ],
    ),
}
