"""Names in letters that no font at hand has."""

import pytest

from referee.printing import print_sheet
from referee.printing.plain_names import in_plain_letters, plain_name
from referee.printing.press import Part, Press
from referee.variants import catalogue
from tests.printing.conftest import game_of, text_of

VARIANT = next(one for one in catalogue() if one.has_contracts)


@pytest.mark.parametrize(
    ("name", "plain"),
    [
        ("Żółć", "Żółć"),
        ("Ελένη", "Ελένη"),
        ("Наталья", "Наталья"),
        ("שרה", "שרה"),
        ("محمد", "محمد"),
        ("さくら", "Sakura"),
        ("김민준", "Gimminjun"),
        ("👩\u200d🌾 Ola", "Ola"),
        ("山田さん", "San"),
        ("山田太郎", "Player 2"),
        ("👑", "Player 2"),
    ],
)
def test_what_no_shipped_font_has_is_spelt_or_left_out(name: str, plain: str) -> None:
    assert plain_name(name, 1) == plain


def test_a_game_in_letters_that_are_there_stays_as_it_is() -> None:
    assert in_plain_letters(game_of(VARIANT, ("Ann", "Żółć", "Ελένη"))) is None


def test_the_same_name_stands_for_a_player_everywhere() -> None:
    game = in_plain_letters(game_of(VARIANT, ("Ann", "山田太郎", "さくら"), written=3))
    assert game is not None
    assert game.names == ("Ann", "Player 2", "Sakura")
    assert [row.dealer for row in game.rows] == ["Ann", "Player 2", "Sakura"]
    assert {row.out for row in game.rows} <= set(game.names)


@pytest.mark.parametrize(
    ("names", "plain"),
    [
        (("Ann 🎉", "Ann 🍀", "Bo"), ("Ann 1", "Ann 2", "Bo")),
        (("Ann 🎉", "Bo", "Ann"), ("Ann 1", "Bo", "Ann")),
        (("Ann 🎉", "ANN 🍀", "Ann 1"), ("Ann 1 1", "ANN 2", "Ann 1")),
        (("Player 2", "👑", "Bo"), ("Player 2", "Player 2 2", "Bo")),
        ((f"{'A' * 38}🎉", f"{'A' * 38}🍀", "Bo"), (f"{'A' * 38} 1", f"{'A' * 38} 2", "Bo")),
    ],
    ids=["both", "one", "taken too", "by seat", "long"],
)
def test_names_that_would_be_the_same_tell_their_seats(
    names: tuple[str, ...], plain: tuple[str, ...]
) -> None:
    game = in_plain_letters(
        game_of(VARIANT, names, written=3, winners=names[1:2], corrections=(f"{names[1]} left",))
    )
    assert game is not None
    assert game.names == plain
    assert [row.dealer for row in game.rows] == list(plain)
    assert [row.out for row in game.rows] == [plain[1], plain[2], plain[0]]
    assert (game.winners, game.corrections) == (plain[1:2], (f"{plain[1]} left",))


SHOWN = Part(html="<!doctype html><title>x</title><p>𗀀𘀀", css="")
PLAIN = Part(html="<!doctype html><title>x</title><p>Player 2", css="")


def test_plain_letters_are_printed_only_where_a_glyph_is_missing(press: Press) -> None:
    assert text_of(press.pdf([SHOWN], {}, [PLAIN])) == "Player 2"
    here = Part(html="<!doctype html><title>x</title><p>Mara", css="")
    assert text_of(press.pdf([here], {}, [PLAIN])) == "Mara"


def test_no_box_is_printed_for_a_name() -> None:
    game = game_of(VARIANT, ("Ann", "𗀀𘀀", "👩\u200d🌾 Ola"), written=2)
    text = text_of(print_sheet("score-pad", VARIANT, game=game))
    assert "Player 2" in text
    assert "Ola" in text
