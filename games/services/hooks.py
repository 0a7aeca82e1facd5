"""Webhooks of a person and of a table: make, switch on again, try, remove."""

from __future__ import annotations

from django.conf import settings
from django.db import IntegrityError, transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import User
from games.models import Game, Webhook
from games.notifications.addresses import Refused, Unreachable, look_up, read
from games.notifications.hook_words import Post
from games.notifications.sender import Undelivered
from games.notifications.webhooks import call
from games.services.errors import BadRequest, NotThere, NotYours

MOST_HOOKS = 10  # of a person, tables' ones included
LONGEST_URL = 500


def add_hook(*, user: User, kind: str, url: str, game: Game | None = None) -> Webhook:
    """Post there from now on: the person's own news, or what is public of ``game``.

    Raises BadRequest (an address we will not call, the same one again, too many), NotYours (a
    table's hook is for its creator to set).
    """
    if game is not None and game.creator_id != user.pk:
        raise NotYours(_("Who opened the table sets its hooks."))
    if kind not in Webhook.Kind.values:
        raise BadRequest(_("Say who listens there: Discord, Slack or a program."))
    if Webhook.objects.filter(user=user).count() >= MOST_HOOKS:
        raise BadRequest(_("That are too many hooks: remove one first."))
    try:
        with transaction.atomic():
            return Webhook.objects.create(user=user, game=game, kind=kind, url=checked(url))
    except IntegrityError:
        raise BadRequest(_("That address is on the list already.")) from None


def checked(url: str) -> str:
    """The address in one spelling. Raises BadRequest when we will not call it."""
    try:
        target = read(url.strip())
        look_up(target)
    except (Refused, Unreachable) as error:
        raise BadRequest(str(error)) from None
    address = target.origin + target.path
    if len(address) > LONGEST_URL:
        raise BadRequest(_("That address is too long."))
    return address


def hook_of(*, user: User, hook_id: int) -> Webhook:
    """The person's hook of this id. Raises NotThere."""
    hook = Webhook.objects.filter(user=user, pk=hook_id).select_related("game").first()
    if hook is None:
        raise NotThere(_("There is no such hook."))
    return hook


def remove_hook(*, user: User, hook_id: int) -> Webhook:
    """Never post there again; what waits is dropped. Raises NotThere."""
    hook = hook_of(user=user, hook_id=hook_id)
    Webhook.objects.filter(pk=hook.pk).delete()
    return hook


def try_hook(*, user: User, hook_id: int) -> str:
    """Post a line there now; "" or why it did not work. One that works is switched on again.

    Raises NotThere.
    """
    hook = hook_of(user=user, hook_id=hook_id)
    about = Post(
        event="test",
        title=_("A test"),
        sentence=_("This is where %(name)s wants to be told.") % {"name": user.username},
        url=settings.SITE_URL,
    )
    try:
        call(hook, about, key=f"{hook.pk}-test-{int(timezone.now().timestamp())}")
    except Undelivered as error:
        return str(error)
    Webhook.objects.filter(pk=hook.pk).update(off_at=None)
    return ""
