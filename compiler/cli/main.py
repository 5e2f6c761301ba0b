"""Where the command begins: `check` at once, everything else through Typer.

A designer checks a quest after every few words, and importing Typer takes longer than
checking one; so a plain `check` does without it. Its options are the same either way.
"""

from __future__ import annotations

import gc
import os
import sys

EXIT_CLEAN = 0
EXIT_FINDINGS = 1
EXIT_MISUSE = 2
EXIT_INTERNAL = 70


def main() -> int:
    """Run the command of this process; its exit code."""
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors="backslashreplace")
    try:
        return _run(sys.argv[1:])
    except BrokenPipeError:
        # Whoever read our output has seen enough.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return EXIT_CLEAN
    except KeyboardInterrupt:
        sys.stderr.write("\nstopped\n")
        return 130
    except Exception as error:  # noqa: BLE001 - the last guard: whatever it is, it is ours
        return _internal(error)


def _run(arguments: list[str]) -> int:
    if arguments[:1] == ["check"]:
        # Nothing that is made on the way in is garbage; `check` turns collection on again.
        gc.disable()
        from compiler.cli.check import CheckOptions, check, plain_options

        options: CheckOptions | None = plain_options(arguments[1:])
        if options is not None:
            return check(options)
    from compiler.cli.app import run

    return run(arguments)


def _internal(error: Exception) -> int:
    import traceback

    from compiler.report.terminal import safe

    last = traceback.extract_tb(error.__traceback__)[-1:]
    where = f"{os.path.basename(last[0].filename)}:{last[0].lineno}" if last else "unknown"  # noqa: PTH119 - no pathlib on the way in
    sys.stderr.write(
        "error[QW901]: Questwright has made a mistake, not you\n"
        f"  = {type(error).__name__} at {where}: {safe(str(error)[:200])}\n"
        "  = help: please report this, with the quest that you gave it and the line above\n"
    )
    if os.environ.get("QUESTWRIGHT_DEBUG"):
        traceback.print_exception(error)
    return EXIT_INTERNAL


if __name__ == "__main__":
    sys.exit(main())
