"""All addresses of the site, by app."""

from allauth.account.decorators import secure_admin_login
from django.contrib import admin
from django.urls import include, path
from django.utils.translation import gettext_lazy as _

from sixnimmt_site import demo_mail, health, installed, pages

admin.site.site_header = admin.site.site_title = _("sixnimmt: moderation")
admin.site.index_title = _("Look at everything but hidden cards")
# One door for everybody: the admin's own sign-in knows no limits on tries.
admin.site.login = secure_admin_login(admin.site.login)  # type: ignore[method-assign]

urlpatterns = [
    path("healthz", health.healthz, name="healthz"),
    path("readyz", health.readyz, name="readyz"),
    path("service-worker.js", installed.service_worker, name="service-worker"),
    path("manifest.webmanifest", installed.manifest, name="manifest"),
    path("demo/mail/", demo_mail.inbox, name="demo-mail"),
    path("demo/mail/<str:name>/", demo_mail.letter, name="demo-mail-letter"),
    path("demo/mail/<str:name>/html/", demo_mail.letter_html, name="demo-mail-html"),
    path("admin/", admin.site.urls),
    path("i18n/", include("django.conf.urls.i18n")),
    path("rules/", pages.rules, name="rules"),
    path("about/", pages.about, name="about"),
    path("", include("accounts.urls")),
    path("", include("games.urls")),
]

handler400 = "sixnimmt_site.errors.bad_request"
handler403 = "sixnimmt_site.errors.permission_denied"
handler404 = "sixnimmt_site.errors.page_not_found"
handler429 = "sixnimmt_site.errors.too_many_requests"
handler500 = "sixnimmt_site.errors.server_error"
