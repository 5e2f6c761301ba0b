"""The entry point of the command: a simple `check` or `prove` runs directly, all else by Typer.

Designers check a quest after every few words, and importing Typer takes longer than a check. So a
`check` or `prove` with simple options does not import it; the options are the same either way.
"""

from __future__ import annotations

import errno
import gc
import os
import sys

EXIT_CLEAN = 0
EXIT_FINDINGS = 1
EXIT_INTERNAL = 70

_FULL = frozenset({errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO})
"""The errors of a stream that can take no more: not an internal error."""


def main() -> int:
    """Run the command line of this process; returns its exit code."""
    # A stream that the caller has closed is None.
    sys.stdout = sys.stdout or open(os.devnull, "w", encoding="utf-8")  # noqa: PTH123, SIM115
    sys.stderr = sys.stderr or open(os.devnull, "w", encoding="utf-8")  # noqa: PTH123, SIM115
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors="backslashreplace")
    try:
        code = _run(sys.argv[1:])
        # Flush here, where a failure can still be reported.
        sys.stdout.flush()
    except BrokenPipeError:
        # The reader of our output has closed it, as `head` does.
        _hush()
        return EXIT_CLEAN
    except OSError as error:
        if error.filename is not None or error.errno not in _FULL:
            return _internal(error)
        _hush()
        sys.stderr.write(f"error[QW603]: the answer cannot be written\n  = {error.strerror}\n")
        return EXIT_FINDINGS
    except KeyboardInterrupt:
        sys.stderr.write("\nstopped\n")
        return 130
    except Exception as error:  # noqa: BLE001 - the last guard: whatever it is, it is ours
        return _internal(error)
    else:
        return code


def _hush() -> None:
    """Send standard output nowhere, so that the interpreter's last flush cannot fail."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _run(arguments: list[str]) -> int:
    if arguments[:1] == ["check"]:
        # Imports leave no garbage; `check` turns collection on again.
        gc.disable()
        from questwright.compiler.cli.check import CheckOptions, check, plain_options

        options: CheckOptions | None = plain_options(arguments[1:])
        if options is not None:
            return check(options)
    elif arguments[:1] == ["prove"]:
        gc.disable()
        from questwright.compiler.cli import prove

        asked = prove.plain_options(arguments[1:])
        if asked is not None:
            return prove.prove_quests(asked)
    from questwright.compiler.cli.app import run

    return run(arguments)


def _internal(error: Exception) -> int:
    import traceback

    from questwright.compiler.report.terminal import safe

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
