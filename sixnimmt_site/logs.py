"""The log: plain lines for people, or one JSON object a line for machines."""

import json
import logging
from datetime import UTC, datetime
from typing import Any


class JsonFormatter(logging.Formatter):
    """Formats a record as one JSON object: time, level, logger, message, traceback."""

    def format(self, record: logging.LogRecord) -> str:
        """Return ``record`` as one line of JSON."""
        entry = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(),
            "level": record.levelname,
            "logger": record.name,
            "message": record.getMessage(),
        }
        if record.exc_info:
            entry["traceback"] = self.formatException(record.exc_info)
        return json.dumps(entry, ensure_ascii=False)


def config(*, as_json: bool, level: str) -> dict[str, Any]:
    """Django's ``LOGGING``: everything of ``level`` and above to standard error."""
    formatters = {
        "plain": {"format": "%(levelname)s %(name)s: %(message)s"},
        "json": {"()": JsonFormatter},
    }
    stderr = {"class": "logging.StreamHandler", "formatter": "json" if as_json else "plain"}
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": formatters,
        "handlers": {"stderr": stderr},
        "root": {"handlers": ["stderr"], "level": level},
        "loggers": {"django": {"handlers": [], "level": "INFO", "propagate": True}},
    }
