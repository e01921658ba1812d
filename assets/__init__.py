"""Dagster assets, one module per step; thin: read, call the domain, write, report."""
