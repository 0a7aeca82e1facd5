"""System checks for settings which would fail silently and late."""

from collections.abc import Sequence
from typing import Any

from django.apps import AppConfig
from django.conf import settings
from django.core.checks import CheckMessage, Error, register


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
