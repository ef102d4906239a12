"""Names of cards, both ways."""

from firmware.core import cards


def refused(text):
    try:
        cards.parse(text)
    except ValueError as error:
        return str(error)
    return None


def test_every_card_has_its_place():
    card = 0
    for rank in cards.RANKS:
        for suit in cards.SUITS:
            assert cards.parse(rank + suit) == card, rank + suit
            assert cards.name(card) == rank + suit, card
            assert cards.rank(card) * 4 + cards.suit(card) == card, card
            card += 1
    assert card == cards.UNKNOWN == 52


def test_any_case_and_t_for_ten():
    for text in ("10H", "10h", "TH", "th", "Th", "tH"):
        assert cards.parse(text) == 9 * 4 + 2, text
    assert cards.parse("qs") == cards.parse("QS") == 47


def test_refused_in_one_line():
    for text in ("", "H", "5", "10", "1H", "11H", "0C", "5X", "H5", "5HH", " 5H", "5H ", "5 H"):
        message = refused(text)
        assert message, f"taken for a card: {text!r}"
        assert "\n" not in message, message
    for text in ("5H\n", "\n", "5\u017f", "-1C", "5\u2665", "TTH", "JOKER"):
        message = refused(text)
        assert message and "\n" not in message, f"{text!r}: {message!r}"


def test_a_card_of_unknown_suit():
    for rank, name in enumerate(cards.RANKS):
        card = cards.UNKNOWN + rank
        assert cards.name(card) == name
        assert cards.rank(card) == rank
        assert cards.suit(card) == 4


def test_pips():
    for rank, pips in enumerate((1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10)):
        for card in (rank * 4, rank * 4 + 3, cards.UNKNOWN + rank):
            assert cards.pips(card) == pips, cards.name(card)


def test_no_card_twice_and_no_rank_five_times():
    five, other = cards.parse("5C"), cards.parse("5D")
    unknown = cards.UNKNOWN + 4
    assert cards.may_be(five, [])
    assert cards.may_be(five, [other, unknown, unknown, 0, 1])
    assert not cards.may_be(five, [five])
    assert not cards.may_be(five, [other, unknown, unknown, unknown])
    assert cards.may_be(unknown, [five, unknown, unknown])
    assert not cards.may_be(unknown, [five, other, unknown, unknown])
