"""Names in letters that no font at hand has."""

from dataclasses import replace

import pytest

from referee.printing.renderer import Part, Renderer
from referee.printing.transliteration import in_plain_letters, plain_name, plain_text
from referee.variants import catalogue
from tests.printing.conftest import game_of, printed, text_of

VARIANT = next(one for one in catalogue() if one.has_contracts)


@pytest.mark.parametrize(
    ("name", "plain"),
    [
        ("Żółć", "Żółć"),
        ("Ελένη", "Ελένη"),
        ("Наталья", "Наталья"),
        ("שרה", "שרה"),
        ("!?", "!?"),
        ("محمد", "محمد"),
        ("さくら", "Sakura"),
        ("김민준", "Gim Min Jun"),
        ("👩\u200d🌾 Ola", "Ola"),
        ("गीता", "Gita"),
        ("ヤマダ・ハナコ", "Yamada hanako"),
        ("ヨーコ ono", "Yoko ono"),
        ("ﾀﾞｲ", "Dai"),
        ("山田太郎", "Shan Tian Tai Lang"),
        ("👑", ""),
    ],
)
def test_what_no_shipped_font_has_is_spelt_or_left_out(name: str, plain: str) -> None:
    assert plain_name(name) == plain


@pytest.mark.parametrize(
    ("typed", "plain"),
    [
        ("What a lovely evening, and ½ a cake 🎉", "What a lovely evening, and ½ a cake"),
        ("At the harbour\nand home 🌙 late", "At the harbour and home late"),
        ("We ate すし and drank", "We ate sushi and drank"),
        ("the梅cake", "theMeicake"),
        ("A cake 🎉, and 🌙 home 🎉!", "A cake, and home!"),
        ("Rain🌧️all evening", "Rain all evening"),
    ],
)
def test_a_sentence_keeps_its_words_as_they_were_typed(typed: str, plain: str) -> None:
    assert plain_text(typed) == plain


def test_a_game_in_letters_that_are_there_stays_as_it_is() -> None:
    assert in_plain_letters(game_of(VARIANT, ("Ann", "Żółć", "Ελένη"))) is None


def test_the_same_name_stands_for_a_player_everywhere() -> None:
    game = in_plain_letters(game_of(VARIANT, ("Ann", "👑", "さくら"), written=3))
    assert game is not None
    assert game.names == ("Ann", "Player 2", "Sakura")
    assert [row.dealer_name for row in game.scores.rows] == ["Ann", "Player 2", "Sakura"]
    assert {cell.name for row in game.scores.rows for cell in row.cells} == set(game.names)


@pytest.mark.parametrize(
    ("names", "plain"),
    [
        (("Ann 🎉", "Ann 🍀", "Bo"), ("Ann", "Ann 2", "Bo")),
        (("Ann 🎉", "Bo", "Ann"), ("Ann 1", "Bo", "Ann")),
        (("Ann 🎉", "ANN 🍀", "Ann 1"), ("Ann", "ANN 2", "Ann 1")),
        (("Player 2", "👑", "Bo"), ("Player 2", "Player 2 2", "Bo")),
        (("👑", "Player 1", "Player 1 1"), ("Player 1 2", "Player 1", "Player 1 1")),
        (("Player 2 🎉", "👑", "Bo"), ("Player 2", "Player 2 2", "Bo")),
        ((f"{'A' * 38}🎉", f"{'A' * 38}🍀", "Bo"), ("A" * 38, f"{'A' * 38} 2", "Bo")),
    ],
    ids=["both", "one", "taken too", "by seat", "seat taken too", "by seat after all", "long"],
)
def test_names_that_would_be_the_same_tell_their_seats(
    names: tuple[str, ...], plain: tuple[str, ...]
) -> None:
    game = in_plain_letters(
        game_of(VARIANT, names, written=3, winners=names[1:2], corrections=(f"{names[1]} left",))
    )
    assert game is not None
    assert game.names == plain
    assert [row.dealer_name for row in game.scores.rows] == list(plain)
    assert (game.winners, game.corrections) == (plain[1:2], (f"{plain[1]} left",))


@pytest.mark.parametrize("typed", ["title", "corrections", "rulings", "signatures"])
def test_what_was_written_of_the_evening_is_put_in_plain_letters_too(typed: str) -> None:
    said = "👑 brought the cake 🎉"
    values = {typed: said if typed == "title" else (said,)}
    plain = in_plain_letters(replace(game_of(VARIANT, ("Ann", "Bo")), **values))  # type: ignore[arg-type]
    assert plain is not None
    assert plain.names == ("Ann", "Bo")
    assert getattr(plain, typed) in ("brought the cake", ("brought the cake",))


def test_a_title_calls_the_players_what_the_sheet_does() -> None:
    plain = in_plain_letters(game_of(VARIANT, ("Ann", "👑"), title="👑 brought the cake"))
    assert plain is not None
    assert plain.title == "Player 2 brought the cake"


def test_a_title_that_no_font_has_prints_no_box() -> None:
    game = game_of(VARIANT, ("Ann", "Bo"), written=2, title="𗀀𘀀 brought the cake", finished=True)
    text = text_of(printed("final", VARIANT, game=game))
    assert "brought the cake" in text
    assert "𗀀" not in text


SHOWN = Part(html="<!doctype html><title>x</title><p>𗀀𘀀", css=())
PLAIN = Part(html="<!doctype html><title>x</title><p>Player 2", css=())


def test_plain_letters_are_printed_only_where_a_glyph_is_missing(renderer: Renderer) -> None:
    assert text_of(renderer.pdf([SHOWN], [PLAIN])) == "Player 2"
    here = Part(html="<!doctype html><title>x</title><p>Mara", css=())
    assert text_of(renderer.pdf([here], [PLAIN])) == "Mara"


def test_no_box_is_printed_for_a_name() -> None:
    game = game_of(VARIANT, ("Ann", "𗀀𘀀", "👩\u200d🌾 Ola"), written=2)
    text = text_of(printed("score-pad", VARIANT, game=game))
    assert "Dodwyr" in text
    assert "Ola" in text
