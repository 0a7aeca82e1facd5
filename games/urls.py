"""Addresses of games and of the lists of them."""

from __future__ import annotations

from django.urls import URLPattern, URLResolver, include, path

from games.views import (
    bell,
    feeds,
    home,
    letters,
    life,
    lobby,
    moves,
    reach,
    standing,
    table,
    times,
)

one_game: list[URLPattern | URLResolver] = [
    path("", table.table, name="table"),
    path("fragment/", table.fragment, name="fragment"),
    path("record/", table.record, name="record"),
    path("join/", life.join, name="join"),
    path("leave/", life.leave, name="leave"),
    path("start/", life.start, name="start"),
    path("cancel/", life.cancel, name="cancel"),
    path("rematch/", life.rematch, name="rematch"),
    path("bots/add/", life.add_bot, name="bots-add"),
    path("bots/remove/", life.remove_bot, name="bots-remove"),
    path("people/remove/", life.remove_person, name="people-remove"),
    path("link/renew/", life.renew_link, name="link-renew"),
    path("pick/", moves.pick, name="pick"),
    path("choose/", moves.choose, name="choose"),
    path("draft/", moves.draft, name="draft"),
    path("wishes/", moves.wishes, name="wishes"),
    path("queue/", standing.queue, name="queue"),
    path("rule/", standing.rule, name="rule"),
    path("extend/", standing.extend, name="extend"),
    path("resign/", standing.resign, name="resign"),
    path("take/", standing.take, name="take"),
    path("back/", standing.back, name="back"),
    path("mute/", reach.mute, name="mute"),
    path("unmute/", reach.unmute, name="unmute"),
]
account: list[URLPattern | URLResolver] = [
    path("notifications/", reach.notifications, name="reach"),
    path("notifications/defaults/", reach.defaults, name="reach-defaults"),
    path("notifications/links/", reach.new_links, name="new-links"),
    path("notifications/address/", reach.address_works, name="address-works"),
    path("time/", times.time, name="time"),
    path("time/vacations/", times.plan, name="vacation-plan"),
    path("time/vacations/<int:vacation_id>/end/", times.end, name="vacation-end"),
]
games: list[URLPattern | URLResolver] = [
    path("games/", lobby.lobby, name="lobby"),
    path("games/new/", lobby.new, name="new"),
    path("games/<int:game_id>.json", table.table_json, name="table-json"),
    path("games/<int:game_id>/", include(one_game)),
    path("i/<slug:token>/", lobby.invitation, name="invitation"),
    path("games/mine/fragment/", home.dashboard_fragment, name="dashboard-fragment"),
    path("history/", home.history, name="history"),
    path("notifications/", bell.bell, name="bell"),
    path("notifications/count/", bell.count, name="bell-count"),
    path("notifications/read/", bell.read, name="bell-read"),
    path("feeds/<str:token>/deadlines.ics", feeds.deadlines_ics, name="deadlines-ics"),
    path("feeds/<str:token>/turns.atom", feeds.turns_atom, name="turns-atom"),
    path("accounts/", include(account)),
    path("letters/<str:token>/<str:kind>/off/", letters.unsubscribe, name="unsubscribe"),
    path("letters/bounce/", letters.bounce, name="bounce"),
]
urlpatterns = [
    path("", home.home, name="home"),
    path("", include((games, "games"))),
]
