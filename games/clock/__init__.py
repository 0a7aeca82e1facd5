"""When something is due: pure arithmetic over instants, sleep and absence. No Django, no clock.

Time is counted as it passes (elapsed hours, in UTC), never as calendar hours, so a change of the
clocks moves the local hour of a deadline and not the time a person has.
"""

from games.clock.calendar import ALWAYS, Calendar, Span
from games.clock.sleep import LONGEST_SLEEP, Sleep

__all__ = ["ALWAYS", "LONGEST_SLEEP", "Calendar", "Sleep", "Span"]
