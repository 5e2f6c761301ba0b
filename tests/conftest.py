"""Golden files: what a test once saw and a person approved."""

from __future__ import annotations

import gc
import os

import pytest

from support.paths import GOLDEN

pytest_plugins = ["support.builds", "support.noir", "support.printed", "support.refusals"]
"""Their fixtures; and where they assert, pytest shows what differs."""

INPUTS = {".quest", ".yaml"}
"""What lies beside golden files and is not one."""
COMPARED_ELSEWHERE = {"book"}
"""Folders of golden files whose tests have a fixture of their own."""

# Tests start many processes: without files of compiled modules, each would compile them anew.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)

# What is compiled is kept for all tests: to look through it again and again takes time.
gc.set_threshold(50_000, 20, 50)

_TOUCHED = pytest.StashKey[set[str]]()
_STALE = pytest.StashKey[list[str]]()


SHARED = {"MUTATIONS", "campaign_of", "publications", "result_of"}
"""What is compiled for whoever asks first: the quests of the repository, and changed ones."""


def pytest_addoption(parser):
    parser.addoption(
        "--update", action="store_true", help="write golden files anew; then read the diff"
    )


def pytest_configure(config):
    config.stash[_TOUCHED] = set()


def pytest_collection_modifyitems(items):
    """Tests of the same compiled quests lie together, so that one worker compiles them for all."""
    items.sort(key=lambda item: not SHARED & vars(item.module).keys())


@pytest.fixture
def golden(request):
    """Compare text or bytes with a file under tests/golden; `--update` rewrites it."""

    def compare(name, seen):
        file = GOLDEN / name
        request.config.stash[_TOUCHED].add(name)
        data = seen if isinstance(seen, bytes) else seen.encode()
        if request.config.getoption("update"):
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(data)
        assert file.is_file(), f"{name}: there is no such golden file; run `make update`"
        expected = file.read_bytes()
        if data != expected:
            # As text, pytest shows where they differ.
            assert data.decode().splitlines() == expected.decode().splitlines(), name
            assert data == expected, f"{name}: they differ in their line ends"

    return compare


# -- golden files that no test looks at ----------------------------------------------------


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node, error):
    """A worker is done: what it touched counts here."""
    node.config.stash[_TOUCHED].update(getattr(node, "workeroutput", {}).get("goldens", ()))


def pytest_sessionfinish(session, exitstatus):
    config = session.config
    if hasattr(config, "workeroutput"):
        config.workeroutput["goldens"] = sorted(config.stash[_TOUCHED])
        return
    if exitstatus == pytest.ExitCode.OK and _is_whole(config):
        stale = [name for name in _every_golden() if name not in config.stash[_TOUCHED]]
        if stale:
            config.stash[_STALE] = stale
            session.exitstatus = pytest.ExitCode.TESTS_FAILED


def pytest_terminal_summary(terminalreporter, config):
    stale = config.stash.get(_STALE, [])
    if stale:
        terminalreporter.section("golden files that no test looks at")
        for name in stale:
            terminalreporter.line(f"tests/golden/{name}: delete it, or test what it shows")


def _is_whole(config):
    """Whether this run was to run every test."""
    narrowing = ("keyword", "markexpr", "lf", "deselect", "collectonly", "ignore", "ignore_glob")
    is_narrowed = any(getattr(config.option, name, None) for name in narrowing)
    return config.args_source is not config.ArgsSource.ARGS and not is_narrowed


def _every_golden():
    files = (file for file in sorted(GOLDEN.rglob("*")) if file.is_file())
    names = (file.relative_to(GOLDEN) for file in files if file.suffix not in INPUTS)
    return [name.as_posix() for name in names if name.parts[0] not in COMPARED_ELSEWHERE]
