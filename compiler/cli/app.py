"""All commands with their options and help texts, for Typer."""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

from questwright.compiler.assets import SYSTEMS_DIR
from questwright.compiler.build import WAIT
from questwright.compiler.cli.formats import (
    DealFormat,
    DiffFormat,
    GraphFormat,
    ProofFormat,
    ReportFormat,
)
from questwright.compiler.verdict.budget import STATES, WORLDS, Budget


class _Commands(TyperGroup):
    """The commands; a reader that closes their output early does not make them fail."""

    def invoke(self, ctx: Any) -> object:  # noqa: ANN401 - Typer keeps the type to itself
        """Run the command that the arguments name."""
        try:
            return super().invoke(ctx)
        except BrokenPipeError as error:
            raise typer.Exit from error


app = typer.Typer(
    cls=_Commands,
    name="questwright",
    help="Write quests for tabletop dungeon games; check, prove and print them.",
    no_args_is_help=True,
    add_completion=True,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    context_settings={"help_option_names": ["-h", "--help"]},
)

Paths = Annotated[
    list[str],
    typer.Argument(
        metavar="QUEST...",
        help="Quest files, folders with quests in them, or - for standard input.",
    ),
]
NoCache = Annotated[
    bool,
    typer.Option("--no-cache", help="Read and make everything anew instead of from the cache."),
]

States = Annotated[
    int,
    typer.Option(
        min=1,
        metavar="N",
        help="States of play that the proof of a quest may look at before it gives up.",
    ),
]
Seconds = Annotated[
    int | None,
    typer.Option(
        min=1,
        metavar="S",
        help="Seconds that all work on a quest may take; as many as it needs, if left out. "
        "What a slow machine gives up, a quick one may decide.",
    ),
]
Worlds = Annotated[
    int,
    typer.Option(
        min=1,
        metavar="N",
        help="Worlds that are judged, where a quest has things that nobody knows when play begins.",
    ),
]


def _print_version(*, asked: bool) -> None:
    if asked:
        from importlib.metadata import version

        typer.echo(f"questwright {version('questwright')}")
        raise typer.Exit


@app.callback()
def questwright(
    version: Annotated[
        bool,
        typer.Option(
            "--version",
            help="Say which version this is.",
            is_eager=True,
            callback=lambda asked: _print_version(asked=asked),
        ),
    ] = False,
) -> None:
    """Write quests for tabletop dungeon games; check, prove and print them."""


@app.command()
def check(
    paths: Paths,
    format: Annotated[
        ReportFormat,
        typer.Option(help="For people (text, brief), for programs (json), or for services."),
    ] = ReportFormat.TEXT,
    strict: Annotated[bool, typer.Option("--strict", help="Let warnings fail, too.")] = False,
    quiet: Annotated[
        bool, typer.Option("--quiet", "-q", help="Say nothing of quests without findings.")
    ] = False,
    states: States = STATES,
    seconds: Seconds = None,
    worlds: Worlds = WORLDS,
    no_cache: NoCache = False,
) -> None:
    """Find everything that is wrong with quests, and prove that they can be won.

    Exit code 0: nothing is wrong. 1: something is. 2: the command was misused.
    """
    from questwright.compiler.cli.check import CheckOptions
    from questwright.compiler.cli.check import check as run_check

    budget = Budget(states, seconds, worlds=worlds)
    options = CheckOptions(tuple(paths), str(format), strict, quiet, not no_cache, budget)
    raise typer.Exit(run_check(options))


@app.command()
def build(
    paths: Paths,
    out: Annotated[
        Path, typer.Option("--out", "-o", help="The folder that the results go to.")
    ] = Path("out"),
    no_book: Annotated[
        bool,
        typer.Option("--no-book", help="Leave the printed book out: it takes most of the time."),
    ] = False,
    compact: Annotated[
        bool,
        typer.Option(
            "--compact",
            help="Leave nulls, empty lists and origins out of quest.json and campaign.json.",
        ),
    ] = False,
    print: Annotated[
        list[str] | None,
        typer.Option(
            "--print",
            metavar="PROFILE",
            help="Make PDFs for paper, too: for a print profile such as a4, home or drivethru, or "
            "a .yaml file of your own. May be given several times.",
        ),
    ] = None,
    author: Annotated[
        str, typer.Option("--author", metavar="NAME", help="Who wrote the quests, for the books.")
    ] = "",
    wait: Annotated[
        int,
        typer.Option(
            min=0,
            metavar="SECONDS",
            help="How long to wait for another build that writes to the same folder.",
        ),
    ] = int(WAIT),
    bind: Annotated[
        str,
        typer.Option(metavar="TITLE", help="Print all quests as one book under this title, too."),
    ] = "",
    jobs: Annotated[
        int | None,
        typer.Option(
            "--jobs",
            "-j",
            min=1,
            max=64,
            metavar="N",
            help="How many processes print books; as many as there are processors, if left out.",
        ),
    ] = None,
    language: Annotated[
        str,
        typer.Option(
            "--language",
            "-l",
            metavar="TAG",
            help="Print in this language, such as de: with the translation in tower.de.po beside "
            "tower.quest. What is not translated is printed as it is.",
        ),
    ] = "",
    true_scale: Annotated[
        bool,
        typer.Option(
            "--true-scale",
            help="Print board.pdf, too: the board in its true size, on sheets to cut and to join.",
        ),
    ] = False,
    book_seconds: Annotated[
        int | None,
        typer.Option(
            min=1,
            metavar="S",
            help="Seconds of processor time that each PDF may take; 60, if left out.",
        ),
    ] = None,
    states: States = STATES,
    seconds: Seconds = None,
    worlds: Worlds = WORLDS,
    no_cache: NoCache = False,
) -> None:
    """Check quests and publish them: as books, as quest.json, as a graph and as an outline.

    book.pdf is for whoever runs the game, players.pdf holds no secret, designer.pdf has the
    proof, sheets.pdf is written on, and cards.pdf is cut out. graph.graphml is the map as a
    graph, and outline.txt the quest in plain words.

    Each quest gets a folder of its own below the output folder. If anything is wrong with
    any of them, nothing is written and the last good results stay as they are.
    """
    from questwright.compiler.cli.build import build_quests

    budget = Budget(states, seconds, worlds=worlds)
    raise typer.Exit(
        build_quests(
            list(paths),
            out,
            with_book=not no_book,
            uses_cache=not no_cache,
            is_compact=compact,
            budget=budget,
            wait=wait,
            print_for=tuple(print or ()),
            jobs=jobs,
            book_seconds=book_seconds,
            bind=bind,
            author=author,
            language=language,
            true_scale=true_scale,
        )
    )


@app.command()
def messages(
    quest: Annotated[
        str, typer.Argument(metavar="QUEST", help="A quest file; `-` is standard input.")
    ],
    out: Annotated[
        Path | None,
        typer.Option(
            "--out",
            "-o",
            metavar="FILE.po",
            help="The catalog to write, such as tower.de.po beside tower.quest; "
            "standard output, if left out.",
        ),
    ] = None,
    update: Annotated[
        bool,
        typer.Option(
            "--update",
            help="Bring the catalog up to date: keep what is translated, mark what has changed.",
        ),
    ] = False,
) -> None:
    """Write every text of a quest to a gettext catalog (PO) for translators.

    `build` prints the quest in the language of a catalog. Files that the quest includes have
    catalogs of their own.
    """
    from questwright.compiler.cli.messages import write_messages

    raise typer.Exit(write_messages(quest, out, updates=update))


@app.command()
def preflight(
    files: Annotated[list[str], typer.Argument(metavar="FILE.pdf...", help="PDFs of any origin.")],
    profile: Annotated[
        str,
        typer.Option(
            "--profile",
            "-p",
            metavar="PROFILE",
            help="A print profile such as a4, home or drivethru, or a .yaml file of your own.",
        ),
    ],
    format: Annotated[
        ReportFormat,
        typer.Option(help="For people (text, brief), for programs (json), or for services."),
    ] = ReportFormat.TEXT,
    strict: Annotated[bool, typer.Option("--strict", help="Let warnings fail, too.")] = False,
) -> None:
    """Hold PDFs to a print profile: what a print shop would refuse, with page and place.

    Exit code 0: nothing is wrong. 1: something is. 2: the command was misused.
    """
    from questwright.compiler.cli.preflight import preflight_files

    raise typer.Exit(preflight_files(list(files), profile, str(format), is_strict=strict))


@app.command()
def prove(
    paths: Paths,
    format: Annotated[
        ProofFormat, typer.Option(help="For people, or for machines as `quest.json` has it.")
    ] = ProofFormat.TEXT,
    explain: Annotated[
        bool, typer.Option("--explain", help="Show all chains of causes and all dead ends.")
    ] = False,
    states: States = STATES,
    seconds: Seconds = None,
    worlds: Worlds = WORLDS,
    no_cache: NoCache = False,
) -> None:
    """Show the verdict on quests: the line that wins, or the causes that forbid it."""
    from questwright.compiler.cli.prove import ProveOptions, prove_quests

    budget = Budget(states, seconds, worlds=worlds)
    options = ProveOptions(tuple(paths), str(format), explain, not no_cache, budget)
    raise typer.Exit(prove_quests(options))


@app.command()
def fmt(
    paths: Paths,
    check: Annotated[
        bool, typer.Option("--check", help="Change nothing; say which files would change.")
    ] = False,
) -> None:
    """Put quests into their one canonical shape; comments and drawings stay."""
    from questwright.compiler.cli.format import format_quests

    raise typer.Exit(format_quests(list(paths), only_check=check))


@app.command()
def graph(
    path: Annotated[str, typer.Argument(metavar="QUEST", help="A quest file, or -.")],
    format: Annotated[
        GraphFormat, typer.Option("--format", "-f", help="The form of the graph.")
    ] = GraphFormat.MERMAID,
    no_cache: NoCache = False,
) -> None:
    """Write the graph of areas and gates of a quest.

    As a map (a drawing in SVG) it shows what was proven on the board: the way to win, or what
    stands in the way. As PDDL it is all that the proof knows of the quest, for planners.
    """
    from questwright.compiler.cli.graph import write_graph

    raise typer.Exit(write_graph(path, str(format), uses_cache=not no_cache))


@app.command()
def movers(
    paths: Paths,
    json: Annotated[bool, typer.Option("--json", help="Tell it for programs.")] = False,
    no_cache: NoCache = False,
) -> None:
    """Say who gets where: each sort of figure, and the turn in which it comes to each area.

    It is told for each state that the game gives figures, healthy or wounded, with the ground that
    is closed to them, and with the cells that a wound keeps them on.
    """
    from questwright.compiler.cli.movers import print_movers

    raise typer.Exit(print_movers(list(paths), as_json=json, uses_cache=not no_cache))


@app.command()
def deal(
    paths: Paths,
    seed: Annotated[
        int,
        typer.Option(min=0, metavar="N", help="Which deal: the same number deals the same board."),
    ] = 0,
    format: Annotated[
        DealFormat, typer.Option(help="For people, for machines, or as a drawing.")
    ] = DealFormat.TEXT,
    no_cache: NoCache = False,
) -> None:
    """Deal the board of a quest, and show its cards in order and its map.

    Every way is followed to its end, the first one first.
    """
    from questwright.compiler.cli.deal import deal_quests

    raise typer.Exit(deal_quests(list(paths), seed, str(format), uses_cache=not no_cache))


@app.command()
def diff(
    old: Annotated[str, typer.Argument(metavar="OLD", help="The quests as they were.")],
    new: Annotated[str, typer.Argument(metavar="NEW", help="The quests as they are now.")],
    format: Annotated[
        DiffFormat, typer.Option(help="For people, for machines, or for a pull request.")
    ] = DiffFormat.TEXT,
    no_cache: NoCache = False,
) -> None:
    """Say what has changed in quests: doors, locks, figures, texts, and whether they can be won.

    OLD and NEW are quest files, compiled quests (quest.json), or folders of either.

    Exit code 0: nothing has changed. 1: something has. 2: the command was misused.
    """
    from questwright.compiler.cli.diff import diff_quests

    raise typer.Exit(diff_quests(old, new, str(format), uses_cache=not no_cache))


@app.command()
def explain(
    code: Annotated[
        str | None,
        typer.Argument(help="The code of a finding, like QW301, or its name. None: list them."),
    ] = None,
) -> None:
    """Explain a finding, with a quest that has it and the same quest mended."""
    from questwright.compiler.cli.explain import explain_code

    raise typer.Exit(explain_code(code))


@app.command()
def systems(
    name: Annotated[str | None, typer.Argument(help="A game, to list its words.")] = None,
    limits: Annotated[bool, typer.Option("--limits", help="Say how large quests may be.")] = False,
) -> None:
    """List the games, or the words that one of them has for your quests."""
    from questwright.compiler.cli.systems import list_systems

    raise typer.Exit(list_systems(name, with_limits=limits))


def _known_systems(incomplete: str) -> list[str]:
    from questwright.compiler.packs.load import find_systems

    return [name for name in sorted(find_systems(SYSTEMS_DIR)) if name.startswith(incomplete)]


@app.command()
def new(
    name: Annotated[str, typer.Argument(help="The quest's name: small letters and hyphens.")],
    system: Annotated[
        str,
        typer.Option(
            "--system", "-s", help="The game that it is for.", autocompletion=_known_systems
        ),
    ],
    folder: Annotated[Path, typer.Option("--in", help="The folder to write it to.")] = Path(),
) -> None:
    """Write a small, commented quest that works, to begin with."""
    from questwright.compiler.cli.new import new_quest

    raise typer.Exit(new_quest(name, system, folder))


@cache
def _command() -> Callable[..., object]:
    """All commands as Typer runs them; it makes them anew each time that it is asked."""
    return typer.main.get_command(app)


def run(arguments: list[str]) -> int:
    """Run a command line; returns its exit code."""
    try:
        result = _command()(arguments, prog_name="questwright", standalone_mode=True)
    except SystemExit as stop:
        code = stop.code
        return code if isinstance(code, int) else 0 if code is None else 1
    return result if isinstance(result, int) else 0


if __name__ == "__main__":
    sys.exit(run(sys.argv[1:]))
