"""Why a request changes nothing: one sentence a person understands, and the HTTP status."""

from __future__ import annotations

from django.utils.functional import Promise


class Refusal(Exception):
    """Base: ``str(refusal)`` is the sentence shown to the person."""

    status = 400

    def __init__(self, sentence: str | Promise) -> None:
        super().__init__(str(sentence))


class BadRequest(Refusal):
    """What was sent makes no sense (400)."""


class NotYours(Refusal):
    """The person may not do or see this (403)."""

    status = 403


class NotThere(Refusal):
    """There is no such thing (404)."""

    status = 404


class TooLate(Refusal):
    """Too late, or changed meanwhile (409)."""

    status = 409
