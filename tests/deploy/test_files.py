"""The files of `deploy/` fit the code, the settings and each other, as far as shows without a cluster."""

from __future__ import annotations

import json
import re
from importlib.metadata import entry_points
from pathlib import Path
from typing import Any

import pytest
import yaml
from sqlalchemy import make_url

from resources.settings import Settings
from resources.store.addresses import DAGSTER_DATABASE
from resources.store.server import dagster_url

ROOT = Path(__file__).resolve().parents[2]
DEPLOY = ROOT / "deploy"
OF_DAGSTER = {"AITIA_DAGSTER_URL", "AITIA_DAGSTER_FILES"}

# What the chart of Dagster 1.13 takes of the parts that are used here; most of them refuse any other name.
CHART = {
    "global": {"postgresqlSecretName", "dagsterHome", "serviceAccountName", "celeryConfigSecretName"},
    "postgresql": {
        *("enabled", "image", "postgresqlScheme", "postgresqlHost", "postgresqlUsername"),
        *("postgresqlPassword", "postgresqlDatabase", "postgresqlParams", "service"),
    },
    "concurrency": {"enabled", "pools", "runs"},
    "dagster-user-deployments": {"enabled", "enableSubchart", "imagePullSecrets", "deployments"},
    "runLauncher": {"type", "config"},
    "dagsterDaemon": {
        *("enabled", "image", "runCoordinator", "env", "envConfigMaps", "envSecrets", "resources"),
        *("runMonitoring", "runRetries", "sensors", "schedules"),
    },
    "dagsterWebserver": {"envSecrets", "replicaCount", "resources", "service"},
    "telemetry": {"enabled"},
    "generatePostgresqlPasswordSecret": None,
}
DEPLOYMENT = {
    *("name", "image", "port", "codeServerArgs", "includeConfigInLaunchedRuns", "env", "envSecrets"),
    *("resources", "volumes", "volumeMounts", "labels", "annotations"),
}
LAUNCHER = {
    *("image", "imagePullPolicy", "jobNamespace", "envSecrets", "envVars", "volumes", "volumeMounts"),
    *("labels", "resources", "runK8sConfig"),
}


def read(name: str) -> Any:
    return yaml.safe_load((DEPLOY / name).read_text(encoding="utf-8"))


@pytest.fixture(scope="module")
def values() -> dict[str, Any]:
    found = read("helm-values.yaml")
    assert isinstance(found, dict)
    return found


def test_every_variable_of_the_deployment_is_a_setting() -> None:
    known = {f"AITIA_{name.upper()}" for name in Settings.model_fields} | OF_DAGSTER
    for service in read("compose.yaml")["services"].values():
        named = {name for name in service["environment"] if name.startswith("AITIA_")}
        assert named <= known
    dockerfile = (DEPLOY / "Dockerfile").read_text(encoding="utf-8")
    assert set(re.findall(r"\b(AITIA_\w+)=", dockerfile)) <= known


def test_the_services_run_programs_that_are_installed_and_wait_for_services_that_exist() -> None:
    services = read("compose.yaml")["services"]
    programs = {entry.name for entry in entry_points(group="console_scripts")}
    for service in services.values():
        assert set(service.get("depends_on", {})) <= services.keys()
        assert service.get("command", ["dagster"])[0] in programs
    (place,) = read("workspace.yaml")["load_from"]
    code = place["grpc_server"]
    assert code["host"] in services
    start = json.loads(re.findall(r"^CMD (.+)$", (DEPLOY / "Dockerfile").read_text(), re.MULTILINE)[-1])
    port = str(code["port"])
    assert start[start.index("--port") + 1] == port
    assert port in services[code["host"]]["healthcheck"]["test"]
    assert (ROOT / f"{start[start.index('--module-name') + 1]}.py").is_file()


def test_the_image_copies_files_that_exist_and_runs_as_a_number_that_is_not_root() -> None:
    lines = (DEPLOY / "Dockerfile").read_text(encoding="utf-8").splitlines()
    for line in lines:
        if line.startswith("COPY "):
            assert all((ROOT / source).exists() for source in line.split()[1:-1])
    (user,) = [line.split()[1] for line in lines if line.startswith("USER ")]
    assert int(user) > 0
    assert any(f"--uid {user}" in line for line in lines)


def test_the_chart_takes_every_name_that_the_values_give(values: dict[str, Any]) -> None:
    assert values.keys() <= CHART.keys()
    for part, names in CHART.items():
        if names is not None and part in values:
            assert values[part].keys() <= names, part
    for deployment in values["dagster-user-deployments"]["deployments"]:
        assert deployment.keys() <= DEPLOYMENT
    assert values["runLauncher"]["config"].keys() == {"k8sRunLauncher"}
    assert values["runLauncher"]["config"]["k8sRunLauncher"].keys() <= LAUNCHER


def test_a_cluster_watches_retries_and_limits_as_one_machine_does(values: dict[str, Any]) -> None:
    here = yaml.safe_load((ROOT / "dagster_home" / "dagster.yaml").read_text(encoding="utf-8"))
    daemon = values["dagsterDaemon"]
    assert daemon["runMonitoring"]["enabled"]
    watched = here["run_monitoring"]["free_slots_after_run_end_seconds"]
    assert daemon["runMonitoring"]["freeSlotsAfterRunEndSeconds"] == watched
    assert daemon["runRetries"]["maxRetries"] == here["run_retries"]["max_retries"]
    assert daemon["runRetries"]["retryOnAssetOrOpFailure"] is False
    queue = daemon["runCoordinator"]["config"]["queuedRunCoordinator"]
    assert queue["dequeueIntervalSeconds"] == here["run_coordinator"]["config"]["dequeue_interval_seconds"]
    assert values["concurrency"]["pools"]["defaultLimit"] == here["concurrency"]["pools"]["default_limit"]
    (code,) = read("workspace.yaml")["load_from"]
    (deployment,) = values["dagster-user-deployments"]["deployments"]
    assert deployment["port"] == code["grpc_server"]["port"]


def test_the_chart_that_is_named_is_of_the_version_that_is_locked() -> None:
    named = re.search(r"--version (\S+)", (DEPLOY / "helm-values.yaml").read_text(encoding="utf-8"))
    locked = re.search(r"^dagster==(\S+)", (ROOT / "requirements.lock").read_text(), re.MULTILINE)
    assert named
    assert locked
    assert named[1] == locked[1]


def test_a_cluster_stores_runs_with_the_driver_that_dagster_can_use(values: dict[str, Any]) -> None:
    address = make_url(dagster_url("postgresql://aitia@postgres/aitia"))
    assert values["postgresql"]["postgresqlScheme"] == address.drivername
    assert values["postgresql"]["postgresqlParams"] == {"options": f"-csearch_path={DAGSTER_DATABASE}"}


def test_a_run_is_given_what_the_launcher_says_and_not_what_the_code_server_needs(
    values: dict[str, Any],
) -> None:
    launcher = values["runLauncher"]["config"]["k8sRunLauncher"]
    (deployment,) = values["dagster-user-deployments"]["deployments"]
    assert deployment["includeConfigInLaunchedRuns"] == {"enabled": False}
    assert launcher["envSecrets"] == deployment["envSecrets"]
    assert launcher["envVars"] == [f"{entry['name']}={entry['value']}" for entry in deployment["env"]]
    assert launcher["imagePullPolicy"] == deployment["image"]["pullPolicy"]


def test_every_secret_of_the_values_is_made_by_a_command_that_they_and_the_page_name(
    values: dict[str, Any],
) -> None:
    (deployment,) = values["dagster-user-deployments"]["deployments"]
    named = {values["global"]["postgresqlSecretName"], *(each["name"] for each in deployment["envSecrets"])}
    for page in (DEPLOY / "helm-values.yaml", ROOT / "docs" / "deploy.md"):
        made = re.findall(r"kubectl create secret generic (\S+)", page.read_text(encoding="utf-8"))
        assert set(made) == named, page


def test_the_job_that_prepares_the_store_runs_the_image_of_the_code_server_with_its_secret(
    values: dict[str, Any],
) -> None:
    (deployment,) = values["dagster-user-deployments"]["deployments"]
    (container,) = read("kubernetes-prepare.yaml")["spec"]["template"]["spec"]["containers"]
    image = deployment["image"]
    assert container["image"] == f"{image['repository']}:{image['tag']}"
    assert container["imagePullPolicy"] == image["pullPolicy"]
    assert container["envFrom"] == [{"secretRef": secret} for secret in deployment["envSecrets"]]
    assert container["args"] == read("compose.yaml")["services"]["prepare"]["command"]
