"""Django's settings, driven by the environment (docs/settings.md lists all of it).

Without ``DATABASE_URL`` and ``REDIS_URL`` the site uses the built-in PostgreSQL and
Valkey under ``VAR_DIR``, which ``make run`` starts.
"""

from pathlib import Path

from celery.schedules import schedule
from csp.constants import NONE, SELF
from django.utils.translation import gettext_lazy as _

from sixnimmt_site import embedded, env, logs

BASE_DIR = Path(__file__).resolve().parent.parent
VAR_DIR = env.var_dir(BASE_DIR)
_builtin = not env.text("DATABASE_URL")

# --- who we are -------------------------------------------------------------------------
DEBUG = env.flag("DEBUG")
DEMO = env.flag("DEMO")
SECRET_KEY = env.secret_key(generated=embedded.secret_key(VAR_DIR) if _builtin else None)
SITE_URL = env.site_url()
ALLOWED_HOSTS = env.allowed_hosts(SITE_URL)
CSRF_TRUSTED_ORIGINS = env.trusted_origins(SITE_URL)
TRUSTED_PROXIES = env.whole("TRUSTED_PROXIES", 0, 10)
# Shown on the page "about": who runs this copy and how to reach them.
OPERATOR_CONTACT = env.text("OPERATOR_CONTACT")
SWEEP_SECONDS = env.whole("SWEEP_SECONDS", 1, 3600)

# --- what it is made of -----------------------------------------------------------------
INSTALLED_APPS = [
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "channels",
    "csp",
    "allauth",
    "allauth.account",
    "accounts",
    "games",
    "sixnimmt_site",
]
MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "sixnimmt_site.static_files.StaticFilesMiddleware",
    # Below the static files, which are compressed already; pads at random against BREACH.
    "django.middleware.gzip.GZipMiddleware",
    "csp.middleware.CSPMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "accounts.middleware.own_time_zone",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "sixnimmt_site.one_thread.OneThreadMiddleware",
]
ROOT_URLCONF = "sixnimmt_site.urls"
ASGI_APPLICATION = "sixnimmt_site.asgi.application"
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "games.selectors.waiting.waiting",
                "games.selectors.address.address",
            ],
        },
    }
]

# --- PostgreSQL: the truth --------------------------------------------------------------
# Under ASGI every request may run in another thread, so connections are never kept by the
# thread: they come from a pool with an upper bound, or are opened anew when the pool is 0.
DATABASES = {"default": env.database(builtin=embedded.database_url(VAR_DIR))}
DATABASES["default"] |= {"CONN_MAX_AGE": 0, "CONN_HEALTH_CHECKS": True, "ATOMIC_REQUESTS": False}
_pool = env.whole("DATABASE_POOL", 0, 1000)
if _pool:
    DATABASES["default"].setdefault("OPTIONS", {})["pool"] = {
        "min_size": 0,
        "max_size": _pool,
        "timeout": 10,
    }
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

# --- Valkey: hints, tasks and cache, each in a database of its own; may be lost ---------
_redis = env.redis(builtin=embedded.redis_url(VAR_DIR))
CHANNEL_LAYERS = {
    "default": {
        "BACKEND": "sixnimmt_site.layer.ChannelLayer",
        "CONFIG": {
            # A page's socket waits five seconds at a time for a hint: a shorter timeout cuts it.
            "hosts": [{"address": env.redis_database(_redis, 0), "socket_timeout": 10}],
            "prefix": "sixnimmt",
            "capacity": env.whole("CHANNEL_CAPACITY", 1, 100_000),
            "expiry": 60,
            "group_expiry": env.whole("GROUP_EXPIRY_SECONDS", 60, 7 * 86400),
        },
    }
}
CACHES = {
    "default": {
        "BACKEND": "django.core.cache.backends.redis.RedisCache",
        "LOCATION": env.redis_database(_redis, 2),
        "KEY_PREFIX": "sixnimmt",
        "OPTIONS": {"socket_connect_timeout": 2, "socket_timeout": 2},
    },
    # Pieces of pages that never change once made, kept by each process for itself.
    "fragments": {
        "BACKEND": "django.core.cache.backends.locmem.LocMemCache",
        "LOCATION": "fragments",
        "OPTIONS": {"MAX_ENTRIES": 5000},
    },
}

# --- Celery -----------------------------------------------------------------------------
# A task is acknowledged after it ran, so each may run twice and must not mind. A dead
# broker costs a request two seconds at most: the sweep finds what was not enqueued.
CELERY_BROKER_URL = env.broker(_redis, 1)
CELERY_BROKER_CONNECTION_TIMEOUT = 2
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_BROKER_CONNECTION_MAX_RETRIES = None
CELERY_BROKER_TRANSPORT_OPTIONS = {
    "visibility_timeout": 300,
    "socket_connect_timeout": 2,
    "socket_timeout": 2,  # kombu asks a waiting server every second
    "max_retries": 0,
}
CELERY_TASK_PUBLISH_RETRY = False
CELERY_TASK_ACKS_LATE = True
CELERY_TASK_REJECT_ON_WORKER_LOST = True
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_TIME_LIMIT = 120
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
CELERY_TASK_SERIALIZER = "json"
CELERY_ACCEPT_CONTENT = ["json"]
CELERY_TIMEZONE = "UTC"
# Letters wait for other people's servers: they have a process of their own (the courier), so that
# no turn waits behind them.
CELERY_TASK_ROUTES = {
    f"games.tasks.{name}": {"queue": "post"}
    for name in ("plan_deliveries", "deliver_due", "send_digests")
}
# In memory: nothing on disk that a killed beat leaves half-written.
CELERY_BEAT_SCHEDULER = "celery.beat:Scheduler"
DELIVER_SECONDS = 30


def _job(task: str, seconds: int) -> dict[str, object]:
    """A job that beat asks for; one nobody took in time is dropped, the next does the same work."""
    return {"task": task, "schedule": schedule(seconds), "options": {"expires": 2 * seconds}}


# By name as in JobRun and on /healthz.
CELERY_BEAT_SCHEDULE = {
    "sweep": _job("games.tasks.sweep", SWEEP_SECONDS),
    # What happens is planned and sent at once; these find what was held back or left behind.
    "plan": _job("games.tasks.plan_deliveries", DELIVER_SECONDS),
    "deliver": _job("games.tasks.deliver_due", DELIVER_SECONDS),
    "digests": _job("games.tasks.send_digests", 60),
}

# --- accounts ---------------------------------------------------------------------------
AUTH_USER_MODEL = "accounts.User"
AUTHENTICATION_BACKENDS = [
    "django.contrib.auth.backends.ModelBackend",
    "allauth.account.auth_backends.AuthenticationBackend",
]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{validator}"}
    for validator in (
        "UserAttributeSimilarityValidator",
        "MinimumLengthValidator",
        "CommonPasswordValidator",
        "NumericPasswordValidator",
    )
]
CSRF_FAILURE_VIEW = "sixnimmt_site.errors.csrf_failure"
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "home"
LOGOUT_REDIRECT_URL = "home"
ACCOUNT_LOGIN_METHODS = {"username", "email"}
ACCOUNT_SIGNUP_FIELDS = ["username*", "email*", "password1*"]
ACCOUNT_ADAPTER = "accounts.adapter.AccountAdapter"
ACCOUNT_FORMS = {
    "signup": "accounts.forms.SignUpForm",
    "login": "accounts.forms.SignInForm",
    "add_email": "accounts.forms.AddressForm",
    "change_password": "accounts.forms.ChangePasswordForm",
    "set_password": "accounts.forms.SetPasswordForm",
    "reset_password": "accounts.forms.LostPasswordForm",
    "reset_password_from_key": "accounts.forms.NewPasswordForm",
    "reauthenticate": "accounts.forms.ConfirmPasswordForm",
}
ACCOUNT_CHANGE_EMAIL = True
ACCOUNT_EMAIL_NOTIFICATIONS = True
ACCOUNT_LOGIN_ON_PASSWORD_RESET = True
# People come back for days: they stay signed in until they sign out.
ACCOUNT_SESSION_REMEMBER = True
ACCOUNT_RATE_LIMITS = {"reset_password": "20/h/ip,5/h/key"}
ACCOUNT_EMAIL_VERIFICATION = "optional"
ACCOUNT_EMAIL_SUBJECT_PREFIX = "[6 nimmt!] "
ACCOUNT_PRESERVE_USERNAME_CASING = True
ACCOUNT_DEFAULT_HTTP_PROTOCOL = SITE_URL.partition(":")[0]
ALLAUTH_TRUSTED_PROXY_COUNT = TRUSTED_PROXIES

# --- mail -------------------------------------------------------------------------------
MAIL_FOLDER = VAR_DIR / "mail"
_email = env.email(folder=MAIL_FOLDER)
EMAIL_BACKEND = _email["EMAIL_BACKEND"]
EMAIL_FILE_PATH = _email["EMAIL_FILE_PATH"]
EMAIL_HOST = _email["EMAIL_HOST"] or "localhost"
EMAIL_PORT = _email["EMAIL_PORT"] or 25
EMAIL_HOST_USER = _email["EMAIL_HOST_USER"] or ""
EMAIL_HOST_PASSWORD = _email["EMAIL_HOST_PASSWORD"] or ""
EMAIL_USE_TLS = _email.get("EMAIL_USE_TLS", False)
EMAIL_USE_SSL = _email.get("EMAIL_USE_SSL", False)
EMAIL_TIMEOUT = 10  # for each wait; for all of a connection: sixnimmt_site.smtp
# Mail servers that report dead addresses show this secret (docs/settings.md).
BOUNCE_TOKEN = env.text("BOUNCE_TOKEN")
DEFAULT_FROM_EMAIL = SERVER_EMAIL = env.text("DEFAULT_FROM_EMAIL")

# --- what leaves for addresses that people gave us --------------------------------------
# Without a key there are no web pushes: all processes must sign with the same one.
VAPID_PRIVATE_KEY = env.vapid_key(generated=embedded.vapid_key(VAR_DIR) if _builtin else "")
VAPID_CONTACT = env.vapid_contact(sender=DEFAULT_FROM_EMAIL)
WEBHOOK_ALLOW_PRIVATE = env.flag("WEBHOOK_ALLOW_PRIVATE")

# --- languages and times ----------------------------------------------------------------
USE_I18N = True
USE_TZ = True
TIME_ZONE = "UTC"
LANGUAGE_CODE = "en"
LANGUAGES = [("en", _("English")), ("de", _("German"))]
LOCALE_PATHS = [BASE_DIR / "locale"]

# --- static files -----------------------------------------------------------------------
STATIC_URL = "/static/"
STATIC_ROOT = VAR_DIR / "static"
_manifest = "sixnimmt_site.storage.HashedFiles"
_plain = "django.contrib.staticfiles.storage.StaticFilesStorage"
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": _plain if DEBUG else _manifest},
}
WHITENOISE_USE_FINDERS = WHITENOISE_AUTOREFRESH = DEBUG

# --- what browsers are told -------------------------------------------------------------
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [SELF],
        "script-src": [SELF],
        "style-src": [SELF],
        "img-src": [SELF, "data:"],
        "connect-src": [SELF],
        "object-src": [NONE],
        "base-uri": [NONE],
        "form-action": [SELF],
        "frame-ancestors": [NONE],
    }
}
SECURE_CONTENT_TYPE_NOSNIFF = True
SECURE_REFERRER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"
SESSION_COOKIE_SAMESITE = CSRF_COOKIE_SAMESITE = "Lax"
if TRUSTED_PROXIES:
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
_https = SITE_URL.startswith("https://") and not DEBUG
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = SECURE_SSL_REDIRECT = _https
SECURE_HSTS_SECONDS = 365 * 86400 if _https else 0
# Whether sister domains are HTTPS too is not ours to decide.
SILENCED_SYSTEM_CHECKS = ["security.W005", "security.W021"]
SECURE_REDIRECT_EXEMPT = [r"^healthz$", r"^readyz$"]

# --- log --------------------------------------------------------------------------------
LOGGING = logs.config(as_json=env.flag("LOG_JSON"), level=env.log_level())
