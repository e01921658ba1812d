"""`aitia serve` and `aitia key`: the pages to explore, the interface for programs, and keys to them."""

from __future__ import annotations

import ipaddress

import click


@click.command()
@click.option(
    "--port", type=click.IntRange(0, 65535), default=8100, show_default=True, help="Port of the pages."
)
@click.option("--host", default="127.0.0.1", show_default=True, help="Address of the pages.")
@click.option("--keys", is_flag=True, help="Ask for a key (always so beyond this machine).")
@click.option("--name", "names", multiple=True, help="A host name that the server answers to. Repeatable.")
def serve(port: int, host: str, keys: bool, names: tuple[str, ...]) -> None:
    """Serve the pages and /api/v1: verdicts, evidence, graph, papers, search, reviews. Ctrl-C ends it."""
    import uvicorn

    from resources.settings import get_settings
    from resources.workbench import open_workbench
    from web.app import Site, make_app
    from web.jobs import Jobs

    settings = get_settings()
    with open_workbench(settings) as workbench:
        site = Site(workbench, keys or not _is_local(host), Jobs({}))
        app = make_app(site, [host, "127.0.0.1", "localhost", *names])
        click.echo(f"The pages open at http://{host}:{port}", err=True)
        uvicorn.run(app, host=host, port=port, log_level="warning", server_header=False, timeout_keep_alive=5)


@click.command()
@click.argument("tenant")
def key(tenant: str) -> None:
    """Make a key for TENANT and print it, once; the store keeps only its hash."""
    from resources.settings import get_settings
    from resources.store.tenants import new_key
    from resources.workbench import open_workbench

    with open_workbench(get_settings()) as workbench:
        click.echo(new_key(workbench.store, tenant))


def _is_local(host: str) -> bool:
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False
