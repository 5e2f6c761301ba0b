"""The pages that are made from the code are whole, and the site can be built."""

from __future__ import annotations

import contextlib
import io
import json
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))

from pages import ROOT, run, says

from questwright.compiler.cli.app import app
from questwright.compiler.cli.app import run as command
from questwright.compiler.codes import every_code
from questwright.compiler.manual import every_page as every_finding
from questwright.compiler.packs.load import find_systems
from scripts.reference import GENERATED, is_generated
from support.kept import system_of

SYSTEMS = ROOT / "content" / "systems"
SCHEMAS = {
    "quest": "quest-json.md",
    "campaign": "campaign-json.md",
    "diff": "diff-json.md",
    "system": "pack-format.md",
}


@pytest.fixture(scope="session")
def made(site):
    """The texts of the pages that are made, by their paths below the reference."""
    reference = site / "reference"
    pages = {page.relative_to(reference).as_posix(): page for page in reference.rglob("*.md")}
    return {
        name: page.read_text(encoding="utf-8") for name, page in pages.items() if is_generated(name)
    }


def shown_by(*arguments):
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        assert command(list(arguments)) == 0
    return printed.getvalue()


def section_of(text, heading):
    """What stands below a heading, down to the next one."""
    found = re.search(rf"^##+ {heading}\n(.*?)(?=^##|\Z)", text, re.MULTILINE | re.DOTALL)
    assert found is not None, heading
    return found[1]


def test_what_is_made_is_not_kept():
    ignored = (ROOT / ".gitignore").read_text(encoding="utf-8").splitlines()
    assert {f"/docs/reference/{name}" for name in GENERATED} <= set(ignored)


def test_no_page_knows_where_it_was_made(made, site):
    for name, text in made.items():
        assert str(ROOT) not in text, name
        assert str(site.parent) not in text, name


def test_every_finding_has_a_page(made):
    index = made["findings/index.md"]
    for code in every_code():
        page = made[f"findings/{code.name}.md"]
        assert f"\n# {code.id} {code.name}\n" in page
        assert f"| [`{code.id}`]({code.name}.md) |" in index
    assert sum(name.startswith("findings/") for name in made) == len(every_code()) + 1


def test_every_wrong_example_says_what_is_found_in_it(made):
    for one in every_finding():
        if one.wrong is not None:
            assert f"[{one.code}]: " in made[f"findings/{one.name}.md"], one.name


def test_every_command_has_its_options(made):
    names = [one.callback.__name__ for one in app.registered_commands]
    assert len(names) > 5
    for name in names:
        section = section_of(made["commands.md"], name)
        options = set(re.findall(r"(?<![\w-])--?[a-z][a-z-]*", shown_by(name, "--help")))
        for option in options - {"--help", "-h"}:
            assert f"`{option}`" in section, f"{name} {option}"


def keys_of(schema):
    """The keys that a schema describes, where it stands or inside."""
    found = set()
    for name, one in schema.get("properties", {}).items():
        found |= {name} | keys_of(one)
    inside = [schema.get("items"), schema.get("additionalProperties"), *schema.get("oneOf", ())]
    for one in inside:
        if isinstance(one, dict):
            found |= keys_of(one)
    return found


@pytest.mark.parametrize("name", SCHEMAS)
def test_every_key_of_a_format_is_described(name, made):
    schema = json.loads((ROOT / "schemas" / f"{name}.schema.json").read_text(encoding="utf-8"))
    text = made[SCHEMAS[name]]
    # That a value of a pack may have a source is said once.
    told_once = {"source", "rule", "value"} if name == "system" else set()
    whole = section_of(text, "(?:Document|Pack)")
    parts = {"": (schema, whole)}
    for part, definition in schema["$defs"].items():
        if part not in told_once:
            parts[part] = (definition, section_of(text, part))
    for part, (definition, section) in parts.items():
        shown = re.findall(r"^\| `([^`]+)`", section, re.MULTILINE)
        keys = {re.sub(r"\[\]", "", last) for key in shown for last in key.split(".")}
        assert keys_of(definition) - told_once <= keys, part


@pytest.mark.parametrize("game", sorted(find_systems(SYSTEMS)))
def test_every_word_of_a_game_is_on_its_page(game, made):
    system = system_of(game)
    text = made[f"games/{game}.md"]
    code = set(re.findall(r"`([^`\n]+)`", text))
    words = {word.split()[-1] for word in code}
    for name, value in system._asdict().items():
        is_words = isinstance(value, dict) and name not in ("rules", "texts", "bases")
        assert not is_words or value.keys() <= words, name
    for setting in system.settings.values():
        assert set(setting.words) <= words
    for one in (*system.sheets, *system.aids):
        assert one.word in words
    for kind in system.kinds.values():
        assert kind.plural in text
    assert f"[{system.title}]({game}.md)" in made["games/index.md"]


def test_the_example_in_python_does_what_it_says(site, tmp_path):
    programs = tmp_path / "programs"
    programs.mkdir()
    python = programs / "python"
    python.write_text(f'#!/bin/sh\nexec "{sys.executable}" "$@"\n')
    python.chmod(0o755)
    done = run([site / "reference" / "python.md"], tmp_path)
    assert len(done.ran) == 2
    for one in done.ran:
        assert says(one.command.shown, one.printed), one.printed


@pytest.mark.slow
def test_the_site_is_built_without_warnings(site):
    project = site.parent
    (project / "scripts").mkdir()
    for name in ("zensical.toml", "GLOSSARY.md", "scripts/quest_highlight.py"):
        shutil.copy(ROOT / name, project / name)
    done = subprocess.run(
        [sys.executable, "-m", "zensical", "build", "--strict"],
        cwd=project,
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    built = project / "build" / "site" / "reference"
    assert (built / "findings" / "unwinnable" / "index.html").is_file()
    assert (built / "commands" / "index.html").is_file()
