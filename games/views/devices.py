"""The browsers that may be pushed to: add this one, try one, remove one."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.cache import cache
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.templatetags.static import static
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_POST, require_safe

from accounts.models import User
from games.models import PushDevice
from games.notifications.push import Handling, public_key, push
from games.notifications.sender import Undelivered
from games.services.devices import SESSION_KEY, add_device, remove_device, renew_device
from games.services.errors import BadRequest, NotThere, NotYours
from games.views.answers import SeeOther, refusing
from sixnimmt_site.errors import wants_json

PAUSE = 5  # seconds between two tests of one person


@never_cache
@login_required
@require_safe
def devices(request: HttpRequest) -> HttpResponse:
    """The person's devices, and a button that asks this browser."""
    assert isinstance(request.user, User)
    known = request.user.push_devices.order_by("added_at", "pk")
    here = request.session.get(SESSION_KEY)
    context = {"devices": known, "public_key": public_key(), "here": here}
    return render(request, "accounts/devices.html", context)


@login_required
@require_POST
@refusing
def add(request: HttpRequest) -> HttpResponse:
    """The browser said yes: ``endpoint``, ``p256dh``, ``auth`` of its subscription, ``label``."""
    assert isinstance(request.user, User)
    if not public_key():
        raise BadRequest(_("This site sends no pushes."))
    names = ("endpoint", "p256dh", "auth", "label")
    given = {name: request.POST.get(name, "").replace("\0", "") for name in names}
    device = add_device(user=request.user, **given)
    request.session[SESSION_KEY] = device.pk
    return _done(request, _("Pushes come to this device from now on."), device=device.pk)


@csrf_exempt  # a worker has no form: the browser itself says that it is ours
@login_required
@require_POST
@refusing
def renew(request: HttpRequest) -> HttpResponse:
    """The worker says where this browser is reached from now on."""
    assert isinstance(request.user, User)
    if request.headers.get("Sec-Fetch-Site") != "same-origin":
        raise NotYours(_("Only this site's own pages may do that."))
    given = {name: request.POST.get(name, "") for name in ("endpoint", "p256dh", "auth")}
    here = request.session.get(SESSION_KEY, 0)
    device = renew_device(user=request.user, device_id=here, **given)
    request.session[SESSION_KEY] = device.pk
    return JsonResponse({"ok": True, "device": device.pk})


@login_required
@require_POST
@refusing
def remove(request: HttpRequest, device_id: int) -> HttpResponse:
    assert isinstance(request.user, User)
    remove_device(user=request.user, device_id=device_id)
    return _done(request, _("Nothing is pushed there any more."))


@login_required
@require_POST
@refusing
def test(request: HttpRequest, device_id: int) -> HttpResponse:
    """Push a line to a device now, and say how that went."""
    assert isinstance(request.user, User)
    device = PushDevice.objects.filter(user=request.user, pk=device_id).first()
    if device is None:
        raise NotThere(_("There is no such device."))
    if not cache.add(f"push-test.{request.user.pk}", True, PAUSE):
        raise BadRequest(_("One test at a time, please: wait a few seconds."))
    message: dict[str, object] = {
        "title": _("A test"),
        "sentence": _("This is how you will be told."),
        "url": reverse("home"),
        "tag": "test",
        "icon": static("sixnimmt/img/icon-192.png"),
        "badge": static("sixnimmt/img/badge-96.png"),
    }
    try:
        push(device, message, Handling(urgency="high", topic="test"))
    except Undelivered as error:
        messages.error(request, _("That did not work: %(why)s") % {"why": error})
        return SeeOther(reverse("accounts:devices"))
    return _done(request, _("Sent. It should appear within some seconds."))


def _done(request: HttpRequest, message: str, **more: object) -> HttpResponse:
    if wants_json(request):
        return JsonResponse({"ok": True, "message": message, **more})
    messages.success(request, message)
    return SeeOther(reverse("accounts:devices"))
