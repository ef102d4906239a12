"""Cards as small ints: rank * 4 + suit, ranks 0 to 12 from the ace, suits C D H S."""

# A card keyed without its suit is UNKNOWN + rank.

from micropython import const

RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
SUITS = "CDHS"
UNKNOWN = const(52)
JACK = const(10)


def parse(text):
    """The card named by its rank and suit, as in "10H", "TH" or "qs"; ValueError if none is."""
    suit = (SUITS + "cdhs").find(text[-1:])
    name = text[:-1].upper()
    if name == "T":
        name = "10"
    if suit < 0 or not text or name not in RANKS:
        raise ValueError("no such card: %r" % text)
    return RANKS.index(name) * 4 + suit % 4


def name(card):
    """The card's name, "10H"; of a card of unknown suit the rank alone, "10"."""
    if card >= UNKNOWN:
        return RANKS[card - UNKNOWN]
    return RANKS[card >> 2] + SUITS[card & 3]


def rank(card):
    """0 for an ace to 12 for a king."""
    return card >> 2 if card < UNKNOWN else card - UNKNOWN


def suit(card):
    """0 to 3 for C D H S; 4 for an unknown suit, which equals no other."""
    return card & 3 if card < UNKNOWN else 4


def pips(card):
    """What the card counts in fifteens and in the play: 1 to 10."""
    count = rank(card) + 1
    return count if count < 10 else 10


def may_be(card, seen):
    """Can `card` come when the list `seen` is out? None comes twice, and no rank five times."""
    of = rank(card)
    known = [c for c in range(4 * of, 4 * of + 4) if c in seen]
    return len(known) + seen.count(UNKNOWN + of) < 4 and card not in known
