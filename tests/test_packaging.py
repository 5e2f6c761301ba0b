"""Questwright runs from a checkout, from an editable install of one, and from a wheel."""

from __future__ import annotations

import ast
import json
import os
import re
import shutil
import subprocess
import sys
import sysconfig
import tarfile
import tomllib
import zipfile
from dataclasses import dataclass, replace
from importlib.metadata import packages_distributions
from pathlib import Path

import pytest

from questwright.compiler import assets
from support.code import PACKAGES, nodes
from support.kept import once
from support.more import MORE

ROOT = Path(__file__).resolve().parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
SHIPPED = {
    "dsl": "questwright/dsl",
    "compiler": "questwright/compiler",
    "engine": "questwright/engine",
    "templates": "questwright/compiler/_assets/templates",
    "schemas": "questwright/compiler/_assets/schemas",
    "content/systems": "questwright/compiler/_assets/systems",
}
FACE = {"questwright/__init__.py", "questwright/api.py", "questwright/py.typed"}


def run(*command: str | Path, cwd: Path, env: dict[str, str] | None = None) -> str:
    """Run a command to its end and return what it printed, or fail with all that it said."""
    done = subprocess.run(
        [str(word) for word in command],
        cwd=cwd,
        env=env,
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert done.returncode == 0, f"{command}\n{done.stdout}{done.stderr}"
    return done.stdout


# ---- the assets -----------------------------------------------------------------


def test_a_checkout_keeps_its_assets_at_the_root():
    assert assets.TEMPLATES_DIR == ROOT / "templates"
    assert assets.SCHEMAS_DIR == ROOT / "schemas"
    assert assets.SYSTEMS_DIR == ROOT / "content" / "systems"


def test_no_copy_of_the_assets_hides_those_of_the_checkout():
    assert not (ROOT / "compiler" / "_assets").exists()


def imported_names(module: str) -> set[str]:
    """Return the top-level names that a module imports, wherever in it that happens."""
    names: set[str] = set()
    for node in nodes()[module]:
        if isinstance(node, ast.Import):
            names.update(alias.name.partition(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            names.add(node.module.partition(".")[0])
    return names


def test_finding_the_assets_costs_nothing():
    assert imported_names("questwright.compiler.assets") == {"__future__", "os", "pathlib"}


# ---- what is declared ------------------------------------------------------------


def normal(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


LATER = {"_sha2"}
"""Modules that interpreters have which are newer than the oldest that we run on."""


def test_what_is_imported_is_declared():
    declared = {normal(re.split(r"[^\w.-]", line)[0]) for line in PROJECT["dependencies"]}
    distributions = packages_distributions()
    undeclared = {
        f"{module} imports {name}"
        for module in nodes()
        for name in imported_names(module) - sys.stdlib_module_names - LATER - {"questwright"}
        if declared.isdisjoint(normal(each) for each in distributions.get(name, []))
    }
    assert undeclared == set()


# ---- the archives ------------------------------------------------------------------


def files_on_disk() -> set[str]:
    """Return the path inside a wheel of every file of the checkout that belongs there."""
    return {
        f"{inside}/{path.relative_to(ROOT / folder).as_posix()}"
        for folder, inside in SHIPPED.items()
        for path in (ROOT / folder).rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    } | FACE


def files_of(wheel: Path) -> set[str]:
    """Return the path of every file of a wheel, without its own metadata."""
    with zipfile.ZipFile(wheel) as archive:
        return {name for name in archive.namelist() if ".dist-info/" not in name}


def build(*options: str, into: Path) -> Path:
    """Build without a network and return the wheel that came of it."""
    run(sys.executable, "-m", "build", "--no-isolation", *options, "-o", into, cwd=ROOT)
    (archive,) = into.glob("*.whl")
    return archive


@pytest.fixture(scope="module")
def wheel() -> Path:
    (archive,) = once("wheel", lambda folder: build("--wheel", into=folder)).glob("*.whl")
    return archive


@pytest.mark.slow
def test_a_wheel_holds_the_packages_and_their_assets_and_nothing_else(wheel):
    files = files_of(wheel)
    assert files == files_on_disk()
    for folder in ("templates", "schemas", "systems"):
        inside = f"questwright/compiler/_assets/{folder}/"
        assert any(name.startswith(inside) for name in files), folder
    assert {name.partition("/")[0] for name in files} == {"questwright"}


@pytest.mark.slow
def test_a_wheel_carries_the_licence_of_every_typeface(wheel):
    with zipfile.ZipFile(wheel) as archive:
        carried = {
            name.partition(".dist-info/licenses/")[2]
            for name in archive.namelist()
            if ".dist-info/licenses/" in name
        }
    typefaces = {path.parent for path in (ROOT / "templates" / "fonts").rglob("*.woff2")}
    expected = {f"{folder.relative_to(ROOT).as_posix()}/LICENSE" for folder in typefaces}
    own = {
        path.relative_to(ROOT).as_posix() for path in ROOT.glob("content/systems/*/*.license.txt")
    }
    assert carried == expected | own | {"LICENSE"}


@pytest.mark.slow
def test_a_source_archive_builds_the_same_wheel(wheel, tmp_path):
    # without an option the wheel is built from the source archive, and not from the checkout
    assert files_of(build(into=tmp_path)) == files_of(wheel)
    (source,) = tmp_path.glob("*.tar.gz")
    with tarfile.open(source) as archive:
        inside = {name.partition("/")[2] for name in archive.getnames()}
    assert {"Makefile", "scripts/system-libraries.sh", "tests/test_packaging.py"} <= inside
    assert "docs/index.md" in inside
    assert not any(name.partition("/")[0] in PACKAGES for name in inside)


@pytest.mark.slow
def test_a_checkout_without_links_builds_nothing(tmp_path):
    # As Git leaves it where `core.symlinks` is false: the target of the link, as a text.
    for name in ("pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, tmp_path)
    for folder in ("templates", "schemas", "scripts", "compiler", "dsl", "engine"):
        shutil.copytree(ROOT / folder, tmp_path / folder, ignore=shutil.ignore_patterns("*.pyc"))
    (tmp_path / "questwright").mkdir()
    for name in FACE:
        shutil.copy(ROOT / name, tmp_path / name)
    for package in PACKAGES:
        (tmp_path / "questwright" / package).write_text(f"../{package}")
    done = subprocess.run(
        [sys.executable, "-m", "build", "--no-isolation", "--wheel"],
        cwd=tmp_path,
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert done.returncode != 0
    assert "questwright/dsl does not lead to ../dsl" in done.stdout + done.stderr
    assert not list(tmp_path.rglob("*.whl"))


@pytest.mark.slow
def test_an_editable_install_copies_nothing(tmp_path):
    assert files_of(build_editable(tmp_path)) == {"_questwright.pth"}


# ---- the installations -------------------------------------------------------------


def build_editable(into: Path) -> Path:
    """Build the wheel that stands for an editable install and return it."""
    code = f"from hatchling.build import build_editable; build_editable({str(into)!r})"
    run(sys.executable, "-c", code, cwd=ROOT)
    (archive,) = into.glob("*.whl")
    return archive


@dataclass(frozen=True)
class Installation:
    """One way in which Questwright is on a machine, in an environment of its own."""

    python: Path
    command: tuple[str | Path, ...]
    env: dict[str, str]

    def questwright(self, *arguments: str, cwd: Path) -> str:
        return run(*self.command, *arguments, cwd=cwd, env=self.env)

    def evaluate(self, expression: str, *, cwd: Path) -> object:
        code = (
            f"import json; from questwright.compiler import assets; print(json.dumps({expression}))"
        )
        return json.loads(run(self.python, "-c", code, cwd=cwd, env=self.env))


def python_of(folder: Path) -> Path:
    """The Python of an environment."""
    return folder / ("Scripts" if os.name == "nt" else "bin") / Path(sys.executable).name


def make_environment(folder: Path, archive: Path | None) -> None:
    """Make an environment that has our dependencies, and of us only what the archive holds.

    The dependencies are those of the running environment, by a path file: Python does not follow
    the path files of a folder that it reached by one, so the checkout stays out of sight.
    """
    run(sys.executable, "-m", "venv", "--without-pip", folder, cwd=folder.parent)
    python = python_of(folder)
    if archive is not None:
        pip = (sys.executable, "-m", "pip", "--python", python, "--disable-pip-version-check")
        run(*pip, "install", "--quiet", "--no-deps", "--no-index", archive, cwd=folder)
    dependencies = {sysconfig.get_path("purelib"), sysconfig.get_path("platlib")}
    purelib = run(
        python, "-c", "import sysconfig; print(sysconfig.get_path('purelib'))", cwd=folder
    )
    Path(purelib.strip(), "dependencies.pth").write_text("\n".join(sorted(dependencies)) + "\n")


@pytest.fixture(
    scope="module", params=["checkout", "editable", "wheel"] if MORE else ["checkout", "wheel"]
)
def installation(request) -> Installation:
    def make(folder: Path) -> None:
        archive = None
        if request.param == "wheel":
            archive = request.getfixturevalue("wheel")
        elif request.param == "editable":
            archive = build_editable(folder)
        make_environment(folder / "environment", archive)

    python = python_of(once(f"installed as {request.param}", make) / "environment")
    env = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    if request.param == "checkout":
        start = "import sys; from questwright.compiler.cli.main import main; sys.exit(main())"
        return Installation(python, (python, "-c", start), env | {"PYTHONPATH": str(ROOT)})
    return Installation(python, (python.with_name("questwright"),), env)


@pytest.mark.slow
def test_it_reads_its_own_assets(installation, request, tmp_path):
    found = installation.evaluate(
        "[str(f) for f in (assets.TEMPLATES_DIR, assets.SCHEMAS_DIR, assets.SYSTEMS_DIR)]",
        cwd=tmp_path,
    )
    assert all(Path(folder).is_dir() for folder in found)
    from_wheel = "[wheel]" in request.node.name
    assert {Path(folder).is_relative_to(ROOT) for folder in found} == {not from_wheel}
    assert {"_assets" in Path(folder).parts for folder in found} == {from_wheel}


@pytest.mark.slow
def test_it_introduces_itself(installation, tmp_path):
    assert "questwright" in installation.questwright("--help", cwd=tmp_path).lower()


@pytest.mark.slow
def test_it_starts_a_quest_checks_and_builds_it(installation, request, tmp_path):
    """A user has folders `engine`, `compiler` and `dsl` on the path, and they break if imported."""
    hostile = tmp_path / "hostile"
    for package in PACKAGES:
        (hostile / package).mkdir(parents=True)
        (hostile / package / "__init__.py").write_text("raise SystemExit('not this one')\n")
    path = os.pathsep.join(filter(None, (str(hostile), installation.env.get("PYTHONPATH"))))
    user = replace(installation, env=installation.env | {"PYTHONPATH": path})
    user.questwright("new", "dry-mill", "--system", "dungeon-saga-origins", cwd=tmp_path)
    written = (tmp_path / "dry-mill.quest").read_text(encoding="utf-8")
    assert "dungeon-saga-origins" in written
    user.questwright("check", "--no-cache", "dry-mill.quest", cwd=tmp_path)
    book = () if "[wheel]" in request.node.name else ("--no-book",)
    user.questwright("build", "dry-mill.quest", "--out", "made", *book, cwd=tmp_path)
    made = {file.name for file in (tmp_path / "made" / "dry-mill").iterdir()}
    assert made >= {"quest.json", "outline.txt"}
    assert ("book.pdf" in made) == (not book)
    assert user.evaluate("bool(assets.SYSTEMS_DIR)", cwd=tmp_path) is True


@pytest.mark.slow
@pytest.mark.parametrize("installation", ["wheel"], indirect=True)
def test_the_face_is_typed_where_it_is_installed(installation, tmp_path):
    script = tmp_path / "script.py"
    script.write_text("import questwright\n\nreveal_type(questwright.check('x.quest').ok)\n")
    mypy = (sys.executable, "-m", "mypy", "--strict", "--no-incremental", "--cache-dir", os.devnull)
    mypy += ("--python-executable", installation.python)
    assert '"bool"' in run(*mypy, script, cwd=tmp_path)
