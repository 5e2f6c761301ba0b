#!/bin/sh
# Run the quick tests with each Python that is supported and that starts on this machine, each in an
# environment of its own; those that are missing are named and left out.
#
# usage: tests/pythons.sh, from the root of the checkout (`make test-pythons`)

set -u

supported='3.11 3.12 3.13'
versions=${PYENV_ROOT:-$HOME/.pyenv}/versions
failed='' missing='' passed=''

# Where a Python is that starts: a shim may stand for a version that nobody has chosen.
python_of() {
    for try in "python$1" "$versions/$1".*/bin/"python$1"; do
        "$try" -c 'import sys; print(sys.executable)' 2>/dev/null && return
    done
    return 1
}

for version in $supported; do
    if ! python=$(python_of "$version"); then
        missing="$missing $version"
        continue
    fi
    printf '\n== Python %s (%s)\n' "$version" "$python"
    if "${MAKE:-make}" --no-print-directory VENV=".venv-$version" PYTHON="$python" test-fast; then
        passed="$passed $version"
    else
        failed="$failed $version"
    fi
done

printf '\npassed:%s\n' "${passed:- none}"
[ -z "$missing" ] || printf 'missing, not tried:%s\n' "$missing"
[ -z "$failed" ] || printf 'failed:%s\n' "$failed"
[ -z "$failed" ] && [ -n "$passed" ]
