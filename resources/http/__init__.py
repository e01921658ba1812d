"""The one way to a literature service: polite, bounded, and only to the hosts that were configured."""

from resources.http.polite import JSON_TYPES, XML_TYPES, PoliteHttp
from resources.http.service import HttpOptions, NotFound, Reply, Service

__all__ = ["JSON_TYPES", "XML_TYPES", "HttpOptions", "NotFound", "PoliteHttp", "Reply", "Service"]
