"""Who is looking, and whether they may look at all."""

from __future__ import annotations

from dataclasses import dataclass

from django.contrib.auth.models import AnonymousUser
from django.utils.translation import gettext as _

from accounts.models import User
from games.models import Game, Seat
from games.services.errors import NotYours


@dataclass(frozen=True, slots=True)
class Viewer:
    """A person (or nobody) in front of a page; ``invited`` holds the tokens of the invitation links
    that they opened in this browser: one that was renewed since opens nothing any more."""

    user: User | None = None
    invited: frozenset[str] = frozenset()

    @classmethod
    def of(cls, user: User | AnonymousUser | None, session: object) -> Viewer:
        """The viewer of a request or a socket, from its user and its session."""
        invited = session.get("invited", ()) if session is not None else ()  # type: ignore[attr-defined]
        known = user if isinstance(user, User) and user.is_active else None
        return cls(user=known, invited=frozenset(invited))

    @property
    def user_id(self) -> int | None:
        return self.user.pk if self.user else None

    def is_invited_to(self, game_id: int) -> bool:
        """Whether they came by the link that this game has now."""
        links = Game.objects.filter(pk=game_id, invite_token__in=self.invited)
        return bool(self.invited) and links.exists()

    def seat_in(self, seats: list[Seat]) -> Seat | None:
        """The viewer's own seat among these, if any."""
        if self.user is None:
            return None
        return next((seat for seat in seats if seat.user_id == self.user.pk), None)


def check_may_see(game: Game, seats: list[Seat], viewer: Viewer) -> None:
    """A private table is for its people, those they invited, and moderators. Raises NotYours."""
    if game.visibility == Game.Visibility.PUBLIC or game.invite_token in viewer.invited:
        return
    if viewer.seat_in(seats) is not None:
        return
    if viewer.user is not None and (
        viewer.user.has_perm("games.view_game") or _was_there_before(game, viewer.user)
    ):
        return
    raise NotYours(_("This table is private: ask a player for its invitation link."))


def _was_there_before(game: Game, user: User) -> bool:
    """A rematch is open to the people of the game before."""
    if game.rematch_of_id is None:
        return False
    return Seat.objects.filter(game=game.rematch_of_id, user=user).exists()
