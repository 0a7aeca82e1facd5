"""What a player may be called.

A name is 3 to 20 letters, digits, ``_`` or ``-``, starts with a letter, and all its letters
belong to one script. That refuses "Mark" with a Cyrillic "а". A name written *wholly* in a
neighbouring script, or with a digit for a letter, is caught by :func:`look_of`: two names
with the same look cannot both exist, and no look of a reserved name can be taken.
"""

from __future__ import annotations

import unicodedata

from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

MIN_LENGTH = 3
MAX_LENGTH = 20

# Living scripts in which a whole name can be read by its speakers. Scripts made of
# Latin doubles (Cherokee, Lisu, Coptic …) are left out on purpose.
_SCRIPTS = """
LATIN GREEK CYRILLIC ARMENIAN GEORGIAN HEBREW ARABIC DEVANAGARI BENGALI TAMIL THAI HANGUL JAPANESE
"""
SCRIPTS = frozenset(_SCRIPTS.split())
# Chinese and Japanese names mix these three as a matter of course.
EAST_ASIAN = frozenset({"CJK", "HIRAGANA", "KATAKANA"})

# Letters drawn alike in Latin, Cyrillic and Greek, and the digits that pass for letters.
_ALIKE = str.maketrans(
    "АВЕЅІЈКМНОРСТУХԚԜаеѕіјорсухһԁԛԝкмтвн" + "ΑΒΕΖΗΙΚΜΝΟΡΤΥΧονραικτυχγ" + "Iı01",
    "ABESlJKMHOPCTYXQWaesijopcyxhdqwkmtbh" + "ABEZHlKMNOPTYXovpaiktuxy" + "liol",
)

_RESERVED = """
account accounts admin administrator anonymous bot bots counter everybody everyone guest help
host mod moderator moderators nobody operator owner root simple sixnimmt somebody staff standin
support system team undefined webmaster you
"""
RESERVED = frozenset(_RESERVED.split())


def look_of(name: str) -> str:
    """The key two names share when a reader could take one for the other.

    >>> look_of("Alice") == look_of("a1ice") == look_of("AIice")
    True
    >>> look_of("coco") == look_of("сосо")  # the second is Cyrillic
    True
    >>> look_of("Bob") == look_of("Rob")
    False
    """
    return unicodedata.normalize("NFKC", name).translate(_ALIKE).casefold()


def is_reserved(name: str) -> bool:
    """Whether the name, or one that looks like it, belongs to the site.

    >>> is_reserved("Adm1n"), is_reserved("Mod-erator"), is_reserved("Robota")
    (True, True, False)
    """
    return _coarse_look(name) in {_coarse_look(reserved) for reserved in RESERVED}


def _coarse_look(name: str) -> str:
    """Also takes "l" for "i" and forgets the dashes: no cost where so few names are concerned."""
    return look_of(name).replace("l", "i").replace("-", "").replace("_", "")


def script_of(letter: str) -> str:
    """The script of one letter, e.g. ``LATIN``; Han and kana count as ``JAPANESE``."""
    script = unicodedata.name(letter, "UNKNOWN").split()[0]
    return "JAPANESE" if script in EAST_ASIAN else script


def validate_shape(name: str) -> None:
    """Length, characters and script of a name.

    Raises ValidationError with one sentence. Knows nothing of the names already taken.
    """
    if not MIN_LENGTH <= len(name) <= MAX_LENGTH:
        raise ValidationError(
            _("A name has %(min)d to %(max)d characters."),
            code="length",
            params={"min": MIN_LENGTH, "max": MAX_LENGTH},
        )
    letters = [char for char in name if char not in "0123456789_-"]
    if any(unicodedata.category(char)[0] not in "LM" for char in letters):
        raise ValidationError(
            _("A name is made of letters, digits, “-” and “_”, without spaces."), code="characters"
        )
    if not letters or name[0] != letters[0]:
        raise ValidationError(_("A name starts with a letter."), code="start")
    scripts = {script_of(char) for char in letters}
    if len(scripts) > 1:
        raise ValidationError(
            _("This name mixes letters of several alphabets. Please keep to one."), code="mixed"
        )
    if not scripts <= SCRIPTS:
        raise ValidationError(
            _("This site cannot show names in that alphabet safely yet."), code="script"
        )


def validate_free_to_take(name: str) -> None:
    """Refuses the site's own names at sign-up; an operator may still create them by hand."""
    if is_reserved(name):
        raise ValidationError(_("That name is kept for the site itself."), code="reserved")
