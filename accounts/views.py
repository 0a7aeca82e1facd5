from __future__ import annotations

from http import HTTPStatus
from typing import Any

from allauth.account import views as allauth_views
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.db import IntegrityError, transaction
from django.forms import BaseForm
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_POST, require_safe

from accounts.forms import LanguageForm
from accounts.models import User
from accounts.names import MAX_LENGTH


class RefusedAs400:
    """A form that was refused says so in its status too, for scripts and for logs."""

    def form_invalid(self, form: BaseForm) -> HttpResponse:
        response: HttpResponse = super().form_invalid(form)  # type: ignore[misc]
        response.status_code = HTTPStatus.BAD_REQUEST
        return response


class SignUp(RefusedAs400, allauth_views.SignupView):
    def form_valid(self, form: BaseForm) -> HttpResponse:
        """Of two people sending one name at once the database lets one in; the other reads why."""
        try:
            response: HttpResponse = super().form_valid(form)
            return response
        except IntegrityError:
            form.add_error(None, _("Somebody took that name or address a moment ago."))
            return self.form_invalid(form)


class SignIn(RefusedAs400, allauth_views.LoginView):
    pass


class Address(RefusedAs400, allauth_views.EmailView):
    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        """`current`: where mail goes now; `waiting`: what takes its place when confirmed."""
        context: dict[str, Any] = super().get_context_data(**kwargs)
        own = self.request.user.email.lower()
        context["current"] = next((a for a in context["emailaddresses"] if a.email == own), None)
        others = (a for a in context["emailaddresses"] if a.email != own and not a.verified)
        context["waiting"] = next(others, None)
        return context


class ConfirmAddress(allauth_views.ConfirmEmailView):
    def post(self, *args: Any, **kwargs: Any) -> HttpResponse:
        """Somebody else may have taken the address between the mail and the click."""
        try:
            with transaction.atomic():
                response: HttpResponse = super().post(*args, **kwargs)
            return response
        except IntegrityError:
            messages.error(self.request, _("That address belongs to another account by now."))
            return redirect("account_email")


class ChangePassword(RefusedAs400, allauth_views.PasswordChangeView):
    pass


class SetPassword(RefusedAs400, allauth_views.PasswordSetView):
    pass


class LostPassword(RefusedAs400, allauth_views.PasswordResetView):
    pass


class NewPassword(RefusedAs400, allauth_views.PasswordResetFromKeyView):
    pass


class ConfirmPassword(RefusedAs400, allauth_views.ReauthenticateView):
    pass


@login_required
@require_safe
def settings(request: HttpRequest) -> HttpResponse:
    """The signed-in person's account at a glance; theme and motion stay with the device."""
    assert isinstance(request.user, User)
    context = {"language_form": LanguageForm(instance=request.user)}
    return render(request, "accounts/settings.html", context)


@login_required
@require_POST
def language(request: HttpRequest) -> HttpResponse:
    """Choose the language of letters, pushes, webhooks and feeds."""
    assert isinstance(request.user, User)
    form = LanguageForm(request.POST, instance=request.user)
    if not form.is_valid():
        context = {"language_form": form}
        return render(request, "accounts/settings.html", context, status=HTTPStatus.BAD_REQUEST)
    User.objects.filter(pk=request.user.pk).update(language=form.cleaned_data["language"])
    messages.success(request, _("Saved."))
    return redirect("accounts:settings")


@require_safe
def profile(request: HttpRequest, username: str) -> HttpResponse:
    """Who somebody is, for everybody. The name in the address counts in any case."""
    if len(username) > MAX_LENGTH or "\0" in username:
        raise Http404
    person = User.objects.filter(username__iexact=username, is_active=True).first()
    if person is None:
        raise Http404
    if person.username != username:
        return redirect(person, permanent=False)
    return render(request, "accounts/profile.html", {"person": person})
