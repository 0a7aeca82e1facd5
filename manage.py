#!/usr/bin/env python
"""Django's command line for this site."""

import os
import sys


def main() -> None:
    """Run the command named on the command line; a refused setting ends it with its sentence."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "sixnimmt_site.settings")
    from django.conf import settings
    from django.core.exceptions import ImproperlyConfigured
    from django.core.management import execute_from_command_line

    try:
        _ = settings.SECRET_KEY  # reads the environment now, before Django hides why it failed
    except ImproperlyConfigured as error:
        sys.exit(str(error))
    execute_from_command_line(sys.argv)


if __name__ == "__main__":
    main()
