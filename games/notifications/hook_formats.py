"""A post as Discord, Slack and programs read it (docs/webhooks.md)."""

from __future__ import annotations

import hashlib
import hmac
import json
import re
from datetime import datetime
from typing import Any

from games.models import Webhook
from games.notifications.hook_words import Post

LONGEST_TITLE, LONGEST_SENTENCE = 250, 2000  # what the chats take, with room
MARKS = re.compile(r"([\\*_~`|<>\[\]])")
Kind = Webhook.Kind


def request_of(
    hook: Webhook, about: Post, *, key: str, now: datetime
) -> tuple[bytes, dict[str, str]]:
    """Body and headers. ``key`` is the same however often this very post is sent."""
    if hook.kind == Kind.DISCORD:
        return _json(discord(about)), {"Content-Type": "application/json"}
    if hook.kind == Kind.SLACK:
        return _json(slack(about)), {"Content-Type": "application/json"}
    body = _json(program(about, key))
    return body, {
        "Content-Type": "application/json",
        "Idempotency-Key": key,
        "X-Sixnimmt-Event": about.event,
        **signature_headers(hook.secret, body, int(now.timestamp())),
    }


def signature_headers(secret: str, body: bytes, timestamp: int) -> dict[str, str]:
    """HMAC-SHA256 over "<timestamp>.<body>" with the hook's secret, in hex."""
    signed = hmac.new(secret.encode(), f"{timestamp}.".encode() + body, hashlib.sha256)
    return {
        "X-Sixnimmt-Timestamp": str(timestamp),
        "X-Sixnimmt-Signature": f"sha256={signed.hexdigest()}",
    }


def discord(about: Post) -> dict[str, Any]:
    """An embed. Nobody is pinged, whatever somebody calls themselves or a table."""
    embed = {
        "title": _plain(_headline(about), LONGEST_TITLE),
        "description": _plain(about.sentence, LONGEST_SENTENCE),
        "url": about.url,
    }
    return {"username": "6 nimmt!", "embeds": [embed], "allowed_mentions": {"parse": []}}


def slack(about: Post) -> dict[str, Any]:
    """A line with a link and a line of text."""
    title, text = _escaped(_headline(about)), _escaped(about.sentence[:LONGEST_SENTENCE])
    link = f"<{about.url}|{title[:LONGEST_TITLE].replace('|', '¦')}>"
    return {
        "text": f"{title[:LONGEST_TITLE]}: {text}",
        "blocks": [
            {"type": "section", "text": {"type": "mrkdwn", "text": f"*{link}*"}},
            {"type": "section", "text": {"type": "plain_text", "text": about.sentence[:2000]}},
        ],
    }


def program(about: Post, key: str) -> dict[str, Any]:
    """Everything as data."""
    return {
        "id": key,
        "event": about.event,
        "person": about.person or None,
        "title": about.title,
        "sentence": about.sentence,
        "url": about.url,
        **(about.facts or {}),
    }


def _headline(about: Post) -> str:
    return f"{about.person}: {about.title}" if about.person else about.title


def _plain(text: str, longest: int) -> str:
    """Text in which no sign means anything to Discord's Markdown."""
    return MARKS.sub(r"\\\1", text[:longest])


def _escaped(text: str) -> str:
    """Slack's three signs (its documentation, "Escaping text")."""
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def _json(data: dict[str, Any]) -> bytes:
    return json.dumps(data, ensure_ascii=False, separators=(",", ":")).encode()
