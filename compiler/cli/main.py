"""The entry point of the command: a simple `check` or `prove` runs directly, all else by Typer.

Designers check a quest after every few words, and importing Typer takes longer than a check. So a
`check` or `prove` with simple options does not import it; the options are the same either way.
"""

from __future__ import annotations

import errno
import gc
import os
import sys

from questwright.compiler.signals import Stopped, ignore_signals, stop_at_signals

TYPE_CHECKING = False  # see the package
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import NoReturn, TextIO

EXIT_CLEAN = 0
EXIT_FINDINGS = 1
EXIT_INTERNAL = 70

_STOPPED = 130

_FULL = frozenset({errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO})
"""The errors of a stream that can take no more."""


def script() -> int:
    """Run the command line of this process as a program of its own, which signals may stop."""
    try:
        stop_at_signals()
        code = main(_ended)
    except Stopped as stop:
        code = _stopped(stop.exit_code)
    # What is left is the end of the interpreter, and nobody need see that being stopped.
    ignore_signals()
    return code


def main(end: Callable[[int], int] = int) -> int:
    """Run the command line of this process; returns its exit code.

    `end` takes the code of a run that has failed, once that is told.
    """
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
        _hush(sys.stdout)
        _hush(sys.stderr)
        return EXIT_CLEAN
    except KeyboardInterrupt:
        return _stopped(_STOPPED)
    except Stopped as stop:
        return _stopped(stop.exit_code)
    except Exception as error:  # noqa: BLE001 - the last guard: whatever it is, it is told
        # A signal that comes while a class is made is wrapped in an error of its own.
        if isinstance(error.__cause__, Stopped):
            return _stopped(error.__cause__.exit_code)
        caught = error
    else:
        return code
    try:
        code = _failed(caught)
    except Exception:  # noqa: BLE001 - what fails while the failure is told lacks memory
        del caught
        code = _no_memory()
    return end(code)


def _ended(code: int) -> NoReturn:
    """End this process: the interpreter's own end needs memory, and may have none."""
    try:
        sys.stdout.flush()
    finally:
        os._exit(code)


def _stopped(code: int) -> int:
    _say("\nstopped\n")
    _hush(sys.stdout)
    return code


def _say(text: str) -> None:
    """Write to standard error, whatever has become of it."""
    try:
        sys.stderr.write(text)
        sys.stderr.flush()
    except (AttributeError, OSError, ValueError):
        _hush(sys.stderr)


def _hush(stream: TextIO) -> None:
    """Send a stream nowhere, so that the interpreter's last flush cannot fail."""
    try:
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
    except (AttributeError, OSError, ValueError):
        return  # it is None or not a file, or no file can be opened


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


def _failed(error: Exception) -> int:
    """Tell what kept the command from its end: the machine, or a mistake of ours."""
    from questwright.compiler.machine import at_the_limit, refusal

    refused = refusal(error) or at_the_limit()
    if refused is None:
        return _internal(error)
    from questwright.compiler.report.terminal import safe

    if isinstance(error, OSError) and error.filename is None and error.errno in _FULL:
        # Whoever writes to files says so: this one is a stream.
        _hush(sys.stdout)
        _say(f"error[QW603]: the answer cannot be written\n  = {error.strerror}\n")
        return EXIT_FINDINGS
    _say(
        "error[QW608]: this machine does not let Questwright go on\n"
        f"  = {safe(refused.why[:400])}\n  = help: {refused.help}\n"
    )
    return EXIT_FINDINGS


def _no_memory() -> int:
    """Tell it with what is at hand; the streams of Python may need memory themselves."""
    text = (
        b"error[QW608]: this machine does not let Questwright go on\n"
        b"  = there is not enough memory\n  = help: give Questwright more (`ulimit -v`)\n"
    )
    try:
        os.write(2, text)
    except OSError:
        return EXIT_FINDINGS
    return EXIT_FINDINGS


def _internal(error: Exception) -> int:
    import traceback

    from questwright.compiler.report.terminal import safe

    last = traceback.extract_tb(error.__traceback__)[-1:]
    where = f"{os.path.basename(last[0].filename)}:{last[0].lineno}" if last else "unknown"  # noqa: PTH119 - no pathlib on the way in
    _say(
        "error[QW901]: Questwright has made a mistake, not you\n"
        f"  = {type(error).__name__} at {where}: {safe(str(error)[:200])}\n"
        "  = help: please report this, with the quest that you gave it and the line above\n"
    )
    if os.environ.get("QUESTWRIGHT_DEBUG"):
        traceback.print_exception(error)
    return EXIT_INTERNAL


if __name__ == "__main__":
    sys.exit(script())
