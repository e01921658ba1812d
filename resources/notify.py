"""Telling somebody that a verdict changed: a webhook, or mail, as the settings say."""

from __future__ import annotations

import smtplib
from collections.abc import Callable, Mapping
from email.message import EmailMessage
from functools import partial
from urllib.parse import unquote, urlsplit

import httpx

from aitia.model.errors import SettingsError, SourceUnavailable
from resources.settings import Settings

Send = Callable[[str, str, Mapping[str, object]], None]
"""Takes the subject, the text (Markdown) and the facts; raises SourceUnavailable when nobody took it."""


def channels(settings: Settings) -> dict[str, Send]:
    """The ways that the settings name, by name; empty where only the log is told.

    Raises SettingsError for mail without a server.
    """
    found: dict[str, Send] = {}
    if settings.notify_webhook:
        found["webhook"] = partial(_post, settings.notify_webhook.get_secret_value(), settings.http_timeout)
    if settings.notify_mail:
        if settings.smtp_url is None:
            raise SettingsError("AITIA_NOTIFY_MAIL needs AITIA_SMTP_URL, as smtp://USER:PASSWORD@HOST:587.")
        server = settings.smtp_url.get_secret_value()
        found["mail"] = partial(_mail, server, settings.notify_mail, settings.http_timeout)
    return found


def _post(address: str, timeout: float, subject: str, text: str, facts: Mapping[str, object]) -> None:
    host = urlsplit(address).hostname
    try:
        answer = httpx.post(
            address, json={"subject": subject, "text": text, **facts}, timeout=timeout, follow_redirects=False
        )
    except (httpx.HTTPError, httpx.InvalidURL) as problem:
        raise SourceUnavailable(
            f"the webhook at {host} cannot be reached ({type(problem).__name__}); check AITIA_NOTIFY_WEBHOOK"
        ) from None
    if answer.status_code >= 300:
        raise SourceUnavailable(f"the webhook at {host} answered {answer.status_code}")


def _mail(
    server: str, receiver: str, timeout: float, subject: str, text: str, _facts: Mapping[str, object]
) -> None:
    parts = urlsplit(server)
    if parts.scheme not in ("smtp", "smtps") or not parts.hostname:
        raise SettingsError("AITIA_SMTP_URL is not an address. Write it as smtp://USER:PASSWORD@HOST:587.")
    message = EmailMessage()
    message["Subject"] = " ".join(subject.split())[:200]
    message["From"] = receiver
    message["To"] = receiver
    message.set_content(text)
    secure = parts.scheme == "smtps"
    kind = smtplib.SMTP_SSL if secure else smtplib.SMTP
    try:
        with kind(parts.hostname, parts.port or (465 if secure else 587), timeout=timeout) as opened:
            if not secure and opened.has_extn("starttls"):
                opened.starttls()
            if parts.username:
                opened.login(unquote(parts.username), unquote(parts.password or ""))
            opened.send_message(message)
    except (OSError, smtplib.SMTPException) as problem:
        raise SourceUnavailable(
            f"the mail server {parts.hostname} did not take the message ({type(problem).__name__}); "
            "check AITIA_SMTP_URL"
        ) from None
