"""System checks for settings which would fail silently and late."""

from collections.abc import Sequence
from typing import Any

from django.apps import AppConfig
from django.conf import settings
from django.core import checks
from django.core.checks import CheckMessage, Error, Tags, register


@register()
def channel_layer_is_shared(
    app_configs: Sequence[AppConfig] | None, **kwargs: Any
) -> list[CheckMessage]:
    """Refuse the in-memory channel layer: a worker's hint would never reach a page."""
    backend = str(settings.CHANNEL_LAYERS["default"]["BACKEND"])
    if not backend.endswith("InMemoryChannelLayer"):
        return []
    return [
        Error(
            "The in-memory channel layer lives in one process: pages would not move by themselves.",
            hint="Use sixnimmt_site.layer.ChannelLayer (settings.CHANNEL_LAYERS).",
            id="sixnimmt.E001",
        )
    ]


@register()
def times_have_zones(app_configs: Sequence[AppConfig] | None, **kwargs: Any) -> list[CheckMessage]:
    """Refuse naive times: deadlines would move with the server's clock zone."""
    if settings.USE_TZ:
        return []
    return [
        Error(
            "USE_TZ is off: deadlines would be naive times, hours off for most players.",
            hint="Set USE_TZ = True.",
            id="sixnimmt.E002",
        )
    ]


@register(Tags.security, deploy=True)
def mail_leaves_the_machine(
    app_configs: Sequence[AppConfig] | None, **kwargs: Any
) -> list[CheckMessage]:
    """Warn when a real site writes its mails to files: nobody could reset a password."""
    if not settings.EMAIL_BACKEND.endswith("filebased.EmailBackend"):
        return []
    return [
        checks.Warning(
            "EMAIL_URL is not set: mails are written to files and reach nobody.",
            hint="EMAIL_URL=smtp+tls://user:password@host:587",
            id="sixnimmt.W001",
        )
    ]
