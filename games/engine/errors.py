"""What can be wrong, by meaning: the input is malformed, or it is well-formed but not allowed.

No message names a card of a hand or an unrevealed pick: error texts reach pages and logs.
"""


class EngineError(ValueError):
    """The root of every error the engine raises on purpose; its text is one plain sentence."""


class InvalidInput(EngineError):
    """The input does not describe anything of this game."""


class InvalidOptions(InvalidInput):
    """An option does not exist or has a value outside its range."""


class InvalidPlayers(InvalidInput):
    """The number of players, or the list of seats, is not one this game can have."""


class UnknownCard(InvalidInput):
    """Something that should be a card is no whole number from 1 to 104."""


class DuplicateCard(InvalidInput):
    """One card lies in two places."""


class InvalidRows(InvalidInput):
    """The rows are not four rows of one to five ascending cards."""


class InvalidHands(InvalidInput):
    """The hands do not belong to one round: none, too large, or of different sizes."""


class InvalidSeed(InvalidInput):
    """A seed, salt or game name cannot be used to derive a deal."""


class IllegalMove(EngineError):
    """The input is well-formed, but the rules do not allow it here."""


class CardNotInHand(IllegalMove):
    """A seat plays a card it does not hold."""


class MissingPlay(IllegalMove):
    """A turn is to be resolved, but a seat has not played."""


class UnexpectedPlay(IllegalMove):
    """A seat plays that is not at the table, or plays after the round has ended."""


class IllegalChoice(IllegalMove):
    """A row is chosen that the owner of the card may not choose."""


class NotYourTurn(IllegalMove):
    """A seat drafts out of turn, or after the draft has ended."""


class CardNotOnTable(IllegalMove):
    """A seat drafts a card that does not lie on the table any more."""


class UnknownVersion(EngineError):
    """Stored data carry a version this engine cannot read."""
