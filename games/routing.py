"""Addresses of the sockets."""

from __future__ import annotations

from django.urls import path

from games.consumers import DashboardConsumer, TableConsumer

websocket_urlpatterns = [
    path("ws/games/<int:game_id>/", TableConsumer.as_asgi()),
    path("ws/dashboard/", DashboardConsumer.as_asgi()),
]
