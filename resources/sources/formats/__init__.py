"""Parsers of the file formats that papers arrive in, one module a format."""
