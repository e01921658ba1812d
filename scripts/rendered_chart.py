"""Names what does not fit in the rendered manifests on standard input; `scripts/lint_deploy.sh` runs it.

No cluster is asked: the manifests are held against Kubernetes' own schemas, against each other, against the
schemas that Dagster and dagster-k8s have of an instance, and against this project's files that say the same.
"""

from __future__ import annotations

import importlib
import json
import os
import re
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import kubernetes_validate
import yaml

ROOT = Path(__file__).resolve().parents[1]
KUBERNETES = "1.30"
SECRETS = {"aitia", "aitia-postgresql"}  # the values say how to make them
STORE_SECRET = "aitia"
# What one machine and a cluster must have alike; the rest differs on purpose.
ALIKE = (
    ("run_retries",),
    ("run_monitoring", "free_slots_after_run_end_seconds"),
    ("concurrency", "pools"),
    ("run_coordinator", "config", "dequeue_interval_seconds"),
    ("telemetry",),
)
Document = dict[str, Any]


def main() -> int:
    """Print every fault and return how many were found, at most 1."""
    documents = [document for document in yaml.safe_load_all(sys.stdin) if document]
    faults = [*schema_faults(documents), *unmade(documents), *instance_faults(documents), *misfits(documents)]
    for fault in faults:
        print(f"deploy/helm-values.yaml, rendered: {fault}", file=sys.stderr)
    return min(len(faults), 1)


def schema_faults(documents: list[Document]) -> Iterator[str]:
    """What the API of Kubernetes would refuse, unknown names included."""
    for document in documents:
        try:
            kubernetes_validate.validate(document, KUBERNETES, strict=True)
        except kubernetes_validate.ValidationError as problem:
            yield f"{label(document)}, {problem.json_path}: {problem.message}"


def unmade(documents: list[Document]) -> Iterator[str]:
    """What is referred to and made neither by the chart nor by the commands in the values."""
    made = {(document["kind"], document["metadata"]["name"]) for document in documents}
    made |= {("Secret", name) for name in SECRETS}
    wanted = {("Secret", name) for name in launcher(documents)["env_secrets"]}
    wanted.add(("Secret", launcher(documents)["postgres_password_secret"]))
    wanted.add(("ConfigMap", launcher(documents)["instance_config_map"]))
    wanted.add(("ServiceAccount", launcher(documents)["service_account_name"]))
    for document in documents:
        wanted |= set(references(document))
    for kind, name in sorted(wanted - made):
        yield f"{kind} {name} is referred to and made by nobody"


def references(found: Any) -> Iterator[tuple[str, str]]:
    """Kind and name of all that a manifest needs of others."""
    if isinstance(found, list):
        for entry in found:
            yield from references(entry)
    elif isinstance(found, dict):
        for key, value in found.items():
            if key in {"secretRef", "secretKeyRef"} and not value.get("optional"):
                yield "Secret", value["name"]
            elif key in {"configMapRef", "configMapKeyRef", "configMap"} and not value.get("optional"):
                yield "ConfigMap", value["name"]
            elif key == "serviceAccountName":
                yield "ServiceAccount", value
            else:
                yield from references(value)


def instance_faults(documents: list[Document]) -> Iterator[str]:
    """What Dagster would refuse in its `dagster.yaml`, down to the configuration of each class in it."""
    from dagster._config import process_config, resolve_to_config_type
    from dagster._core.errors import DagsterInvalidConfigError
    from dagster._core.instance.ref import InstanceRef
    from dagster._serdes import ConfigurableClassData

    os.environ["DAGSTER_PG_PASSWORD"] = "any"
    with tempfile.TemporaryDirectory() as home:
        Path(home, "dagster.yaml").write_text(config_map(documents, "-instance", "dagster.yaml"), "utf-8")
        try:
            reference = InstanceRef.from_dir(home)
        except DagsterInvalidConfigError as problem:
            yield f"dagster.yaml: {problem}"
            return
    for data in reference._asdict().values():
        if isinstance(data, ConfigurableClassData):
            found = getattr(importlib.import_module(data.module_name), data.class_name)
            wanted = resolve_to_config_type(found.config_type())
            for error in process_config(wanted, data.config_dict).errors or ():
                yield f"dagster.yaml, {data.class_name}: {error.message}"


def misfits(documents: list[Document]) -> Iterator[str]:
    """Where the manifests and this project's own files say different things."""
    cluster = instance(documents)
    here = yaml.safe_load((ROOT / "dagster_home" / "dagster.yaml").read_text("utf-8"))
    for path in ALIKE:
        if at(cluster, path) != at(here, path):
            yield f"{'.'.join(path)} is {at(cluster, path)}, in dagster_home/dagster.yaml {at(here, path)}"
    for part in ("run_storage", "event_log_storage", "schedule_storage"):
        database = at(cluster, (part, "config", "postgres_db"))
        if database.get("scheme") != "postgresql+psycopg2":
            yield f"{part}: Dagster's storage needs the scheme postgresql+psycopg2"
        if "search_path=dagster" not in database["params"].get("options", ""):
            yield f"{part}: Dagster's tables belong in the schema dagster"
    if STORE_SECRET not in launcher(documents)["env_secrets"]:
        yield f"runs are not given the secret {STORE_SECRET}"
    yield from code_server_faults(documents)


def code_server_faults(documents: list[Document]) -> Iterator[str]:
    """Where the code server is not started as the image starts it, or not found by the others."""
    (server,) = [
        container
        for document in documents
        for container in containers(document)
        if "code-server" in container.get("args", ())
    ]
    start = json.loads(re.findall(r"^CMD (.+)$", (ROOT / "deploy/Dockerfile").read_text("utf-8"), re.M)[-1])
    arguments = ["--host" if word == "-h" else "--port" if word == "-p" else word for word in server["args"]]
    if options(arguments) != options(start):
        yield f"the code server is started with {arguments}, in deploy/Dockerfile with {start}"
    if {"secretRef": {"name": STORE_SECRET}} not in server["envFrom"]:
        yield f"the code server is not given the secret {STORE_SECRET}"
    if any(entry["name"] == "DAGSTER_CONTAINER_CONTEXT" for entry in server["env"]):
        yield "runs are given the code server's resources, not the run launcher's"
    ports = {
        (document["metadata"]["name"], port["port"])
        for document in documents
        if document["kind"] == "Service"
        for port in document["spec"]["ports"]
    }
    for place in yaml.safe_load(config_map(documents, "-workspace-yaml", "workspace.yaml"))["load_from"]:
        address = place["grpc_server"]["host"], place["grpc_server"]["port"]
        if address not in ports or str(address[1]) != options(arguments)["--port"]:
            yield f"the pages look for code at {address[0]}:{address[1]}, where nothing listens"


def options(arguments: list[str]) -> dict[str, str]:
    """The options of a command line whose options all take a value."""
    first = next(index for index, word in enumerate(arguments) if word.startswith("--"))
    return dict(zip(arguments[first::2], arguments[first + 1 :: 2], strict=True))


def containers(document: Document) -> list[Document]:
    """The containers of a Deployment; none of anything else."""
    return document["spec"]["template"]["spec"]["containers"] if document["kind"] == "Deployment" else []


def config_map(documents: list[Document], ending: str, file: str) -> str:
    """A file of the one ConfigMap whose name ends so."""
    (found,) = [
        document["data"][file]
        for document in documents
        if document["kind"] == "ConfigMap" and document["metadata"]["name"].endswith(ending)
    ]
    return str(found)


def instance(documents: list[Document]) -> Any:
    """The rendered `dagster.yaml`."""
    return yaml.safe_load(config_map(documents, "-instance", "dagster.yaml"))


def launcher(documents: list[Document]) -> Document:
    """The configuration of the run launcher; every name that it must have is there."""
    given = {"env_secrets": []} | instance(documents)["run_launcher"]["config"]
    return dict(given)


def at(found: Any, path: tuple[str, ...]) -> Any:
    """The value at a path of keys, None where a key is absent."""
    for key in path:
        found = (found or {}).get(key)
    return found


def label(document: Document) -> str:
    """Kind and name, as kubectl writes them."""
    return f"{document['kind']}/{document['metadata']['name']}"


if __name__ == "__main__":
    sys.exit(main())
