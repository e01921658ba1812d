"""Requests that cross tenants, through every route and every role."""
