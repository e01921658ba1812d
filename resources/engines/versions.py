"""The local engine's name and version, apart from its patterns and models, which take longer to import."""

LOCAL = "local"
LOCAL_VERSION = "17"
"""Raised whenever the local engine reads otherwise, so that every paper is read anew."""
