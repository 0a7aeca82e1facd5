from __future__ import annotations

from django.urls import include, path, re_path

from accounts import views
from games.views import devices, hooks

own = (
    [
        path("accounts/settings/", views.settings, name="settings"),
        path("accounts/language/", views.language, name="language"),
        path("accounts/devices/", devices.devices, name="devices"),
        path("accounts/devices/add/", devices.add, name="device-add"),
        path("accounts/devices/renew/", devices.renew, name="device-renew"),
        path("accounts/devices/<int:device_id>/remove/", devices.remove, name="device-remove"),
        path("accounts/devices/<int:device_id>/test/", devices.test, name="device-test"),
        path("accounts/hooks/", hooks.own, name="hooks"),
        path("accounts/hooks/<int:hook_id>/remove/", hooks.remove, name="hook-remove"),
        path("accounts/hooks/<int:hook_id>/test/", hooks.test, name="hook-test"),
        path("games/<int:game_id>/hooks/", hooks.of_table, name="table-hooks"),
        path("people/<str:username>/", views.profile, name="profile"),
    ],
    "accounts",
)

# Before allauth's own, whose names they take.
strict = [
    path("signup/", views.SignUp.as_view(), name="account_signup"),
    path("login/", views.SignIn.as_view(), name="account_login"),
    path("email/", views.Address.as_view(), name="account_email"),
    re_path(
        r"^confirm-email/(?P<key>[-:\w]+)/$",
        views.ConfirmAddress.as_view(),
        name="account_confirm_email",
    ),
    path("reauthenticate/", views.ConfirmPassword.as_view(), name="account_reauthenticate"),
    path("password/change/", views.ChangePassword.as_view(), name="account_change_password"),
    path("password/set/", views.SetPassword.as_view(), name="account_set_password"),
    path("password/reset/", views.LostPassword.as_view(), name="account_reset_password"),
    re_path(
        r"^password/reset/key/(?P<uidb36>[0-9A-Za-z]+)-(?P<key>.+)/$",
        views.NewPassword.as_view(),
        name="account_reset_password_from_key",
    ),
]

urlpatterns = [
    path("", include(own)),
    path("accounts/", include(strict)),
    path("accounts/", include("allauth.account.urls")),
]
