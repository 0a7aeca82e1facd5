"""Mail that came back, as the mail server hands it on: a delivery status report (RFC 3464).

Anybody can send such a report to the address at which returned mail arrives. So it counts only when
it gives our own letter back, whose unsubscribe link nobody but its reader knows.
"""

from __future__ import annotations

import email.policy
import re
from collections.abc import Iterator
from dataclasses import dataclass
from email import message_from_bytes
from email.message import Message

from games.models import Reach
from games.notifications.bounces import mark_bounced

# The address is wrong (5.1) or its mailbox is closed (5.2.1); a full one may have room tomorrow.
DEAD = re.compile(r"5\.(?:1\.\d{1,3}|2\.1)(?!\d)")
SECRET = re.compile(r"/letters/([A-Za-z0-9_-]{20,32})/")


class NoReport(ValueError):
    """These bytes are no delivery status report."""


@dataclass(frozen=True, slots=True)
class Failure:
    """An address that takes no mail, and what its server said."""

    address: str
    note: str


def mark_returned(raw: bytes) -> int:
    """Mark the reader of the letter that came back, if their address is dead; how many (0 or 1).

    Raises NoReport.
    """
    report = message_from_bytes(raw, policy=email.policy.compat32)
    said = {failure.address.lower(): failure for failure in _failures(report)}
    for reach in Reach.objects.select_related("user").filter(
        unsubscribe_token__in=_secrets(report)
    ):
        failure = said.get(reach.user.email.lower())
        if failure is not None:
            mark_bounced(reach.user, failure.note)
            return 1
    return 0


def _failures(report: Message) -> Iterator[Failure]:
    """The addresses of the report that are dead. Raises NoReport."""
    parts = [part for part in report.walk() if part.get_content_type() == "message/delivery-status"]
    if not parts:
        raise NoReport("There is no delivery status in it.")
    for block in (block for part in parts for block in part.walk()):
        action = str(block.get("Action", "")).strip().lower()
        if action != "failed" or not DEAD.match(str(block.get("Status", "")).strip()):
            continue
        said = block.get("Diagnostic-Code") or block.get("Status")
        for name in ("Original-Recipient", "Final-Recipient"):
            address = str(block.get(name, "")).rpartition(";")[2].strip().strip("<>")
            if address:
                yield Failure(address, str(said).removeprefix("smtp;").strip())


def _secrets(report: Message) -> set[str]:
    """What stands in the unsubscribe links of the letter that is given back, whole or its head."""
    found: set[str] = set()
    for part in report.walk():
        found |= set(SECRET.findall(str(part.get("List-Unsubscribe", ""))))
        if part.get_content_type() == "text/rfc822-headers":
            text = part.get_payload(decode=True)
            assert isinstance(text, bytes)
            head = message_from_bytes(text, policy=email.policy.compat32)
            found |= set(SECRET.findall(str(head.get("List-Unsubscribe", ""))))
    return found
