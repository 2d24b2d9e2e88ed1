"""Games are started, opened by their links, written in and found again."""

import dataclasses

import pytest
import sqlalchemy as sa
from msgspec.structs import replace

from referee.rules.building.build import build
from referee.rules.schema.options import OptionError
from referee.scorebook import cache, limits, models, storage
from referee.scorebook.cache import book_of
from referee.scorebook.errors import LimitReached, NameRefused, NotAllowed, Refused
from referee.scorebook.events.base import Hand, Recorded, Seat
from referee.scorebook.events.deals import DealInserted
from referee.scorebook.events.players import Begins, Joined, Left, Renamed
from referee.scorebook.events.table import Noted, with_new_options, with_options
from referee.scorebook.events.undoing import Undone
from referee.scorebook.links import Access, Role, open_game, renew_link
from referee.scorebook.projection import ScoreBook
from referee.scorebook.repository import (
    NewGame,
    Stale,
    Written,
    known_games,
    play_again,
    players_in,
    start_game,
    write,
)
from referee.variants import load
from tests.scorebook.conftest import EACH_DATABASE
from tests.scorebook.tables import corrected, hands, open_book, written

FIVE_DEALS = load("six-to-ten")
NAMES = ("Mara", "Jon", "Edith")


@pytest.fixture
def game(app) -> NewGame:
    """A game of three that has just started."""
    return start_game(FIVE_DEALS, NAMES, 0)


@pytest.fixture
def keeper(game) -> Access:
    """The game opened by its keeper's link."""
    return opened(game.keeper_token)


@pytest.fixture
def viewer(game) -> Access:
    """The game opened by its viewer's link."""
    return opened(game.viewer_token)


def opened(token: str) -> Access:
    access = open_game(token)
    assert access is not None
    return access


def count(table: type[models.Base]) -> int:
    with storage.reading() as connection:
        return connection.scalar(sa.select(sa.func.count()).select_from(table)) or 0


def wrote(access: Access, *args, **words) -> Written:
    answer = write(access, *args, **words)
    assert isinstance(answer, Written)
    return answer


# Starting.


def test_a_game_starts_with_its_players_in_seat_order(keeper):
    assert tuple(book_of(keeper).names.values()) == NAMES


def test_a_game_starts_with_its_first_dealer(app):
    access = opened(start_game(FIVE_DEALS, NAMES, 2).keeper_token)
    assert book_of(access).dealer == "p3"


def test_names_are_cleaned(app):
    access = opened(start_game(FIVE_DEALS, [" Mara ", "J\u202eon"], 0).keeper_token)
    assert list(book_of(access).names.values()) == ["Mara", "Jon"]


def test_a_game_without_a_note_is_called_after_its_variant(keeper):
    assert keeper.title == FIVE_DEALS.name


def test_a_note_is_the_title(app):
    token = start_game(FIVE_DEALS, NAMES, 0, note=" Friday\u202e ").keeper_token
    assert opened(token).title == "Friday"


@EACH_DATABASE
def test_the_form_sent_twice_starts_one_game(app):
    form = FIVE_DEALS, NAMES, 0
    assert start_game(*form, key="a-form-key") == start_game(*form, key="a-form-key")


def test_the_form_sent_twice_writes_one_game(app):
    for _ in range(2):
        start_game(FIVE_DEALS, NAMES, 0, key="a-form-key")
    assert [count(table) for table in (models.GameRow, models.LinkRow, models.EventRow)] == [
        1,
        2,
        1,
    ]


def test_two_forms_start_two_games(app):
    first = start_game(FIVE_DEALS, NAMES, 0, key="one-form")
    assert start_game(FIVE_DEALS, NAMES, 0, key="other-form").game_id != first.game_id


DIFFERENT = {
    "names": (FIVE_DEALS, ("Mara", "Jon", "Ida"), 0, ""),
    "first dealer": (FIVE_DEALS, NAMES, 1, ""),
    "note": (FIVE_DEALS, NAMES, 0, "Friday"),
    "options": (load("six-to-ten", {"packs": 2}), NAMES, 0, ""),
}


@pytest.mark.parametrize(("variant", "names", "dealer", "note"), DIFFERENT.values(), ids=DIFFERENT)
def test_nobody_is_handed_a_game_for_its_key_alone(app, variant, names, dealer, note):
    mine = start_game(FIVE_DEALS, NAMES, 0, key="a-form-key")
    theirs = start_game(variant, names, dealer, key="a-form-key", note=note)
    assert theirs.game_id != mine.game_id


def test_games_without_a_key_are_each_their_own(app):
    assert start_game(FIVE_DEALS, NAMES, 0) != start_game(FIVE_DEALS, NAMES, 0)


REFUSED_TABLES = {
    "too few": (("Mara",), 0, "is for 2 to 4 players, not 1."),
    "too many": (("A", "B", "C", "D", "E"), 0, "is for 2 to 4 players, not 5."),
    "dealer below": (NAMES, -1, "Choose which player deals first."),
    "dealer above": (NAMES, 3, "Choose which player deals first."),
}


@pytest.mark.parametrize(("names", "dealer", "says"), REFUSED_TABLES.values(), ids=REFUSED_TABLES)
def test_a_table_that_cannot_play_is_refused(app, names, dealer, says):
    with pytest.raises(Refused) as refused:
        start_game(FIVE_DEALS, names, dealer)
    assert str(refused.value).endswith(says)


def test_a_game_of_one_number_of_players_says_that_number(app):
    with pytest.raises(Refused, match=r"^Gin Rummy is for 2 players, not 3\.$"):
        start_game(load("gin"), NAMES, 0)


def test_a_table_that_the_packs_do_not_suffice_for_is_refused(app):
    one_pack = load("contract-rummy-bicycle", {"packs": 1})
    with pytest.raises(Refused, match="at least 74 cards"):
        start_game(one_pack, ("A", "B", "C", "D", "E", "F"), 0)


@pytest.mark.parametrize("names", [("A", "B"), ("A", "B", "C", "D")], ids=["fewest", "most"])
def test_a_table_may_be_as_the_variant_says(app, names):
    assert len(book_of(opened(start_game(FIVE_DEALS, names, 0).keeper_token)).players) == len(names)


def test_a_refused_name_says_whose_it_is(app):
    with pytest.raises(NameRefused) as refused:
        start_game(FIVE_DEALS, ["Mara", " ", "Edith"], 0)
    assert refused.value.seat == 1


@EACH_DATABASE
def test_a_refused_table_writes_nothing(app):
    with pytest.raises(Refused):
        start_game(FIVE_DEALS, ["Mara", "mara"], 0)
    assert count(models.EditionRow) == 0


# What the database keeps.


def test_no_secret_is_kept(app, game):
    with models.db.engine.connect() as connection:
        kept = " ".join(
            str(row)
            for table in models.db.metadata.sorted_tables
            for row in connection.execute(sa.select(table))
        )
    assert game.keeper_token not in kept
    assert game.viewer_token not in kept


@EACH_DATABASE
def test_games_of_one_edition_share_its_copy(app):
    for _ in range(2):
        start_game(FIVE_DEALS, NAMES, 0)
    assert count(models.EditionRow) == 1


@pytest.fixture
def nothing_cached():
    """This process as it was before it had read any book; call it for that once more."""
    cache.forget()
    return cache.forget


def test_a_game_keeps_its_variant_when_the_file_changes(app, game, nothing_cached):
    changed = {**FIVE_DEALS.definition, "name": "A later edition"}
    later = start_game(build(changed, id=FIVE_DEALS.id), NAMES, 0)
    nothing_cached()
    names = [book_of(opened(each.keeper_token)).variant.name for each in (game, later)]
    assert names == [FIVE_DEALS.name, "A later edition"]


def test_a_game_keeps_its_options(app, nothing_cached):
    two_packs = load("six-to-ten", {"packs": 2})
    access = opened(start_game(two_packs, NAMES, 0).keeper_token)
    assert dict(book_of(access).variant.chosen) == dict(two_packs.chosen)


@EACH_DATABASE
def test_a_stored_variant_is_the_variant(keeper, nothing_cached):
    stored = book_of(keeper).variant
    assert (stored.id, stored.chosen, stored.definition) == (
        FIVE_DEALS.id, FIVE_DEALS.chosen, FIVE_DEALS.definition
    )  # fmt: skip


# Opening.


def test_the_keepers_link_writes(keeper):
    assert (keeper.role, keeper.writes) == (Role.KEEPER, True)


def test_the_viewers_link_only_reads(viewer):
    assert (viewer.role, viewer.writes) == (Role.VIEWER, False)


def test_both_links_open_the_same_game(game, keeper, viewer):
    assert keeper.game_id == viewer.game_id == game.game_id


UNKNOWN = ["", "x", "1" * 26, "1" * 27, "é" * 26, "0" * 26, "' OR 1=1 --", "\x00" * 26, "1" * 10**6]


@pytest.mark.parametrize("token", UNKNOWN, ids=lambda token: ascii(token[:12]))
def test_an_unknown_link_opens_nothing(game, token):
    assert open_game(token) is None


def test_a_link_opens_only_as_it_is_written(game):
    assert open_game(game.keeper_token.swapcase()) is None


def test_secrets_hold_128_bits_and_more(game):
    assert len(set(game.keeper_token)) > 8
    assert 58 ** len(game.keeper_token) > 2**128


def test_secrets_stay_out_of_what_is_printed(game):
    assert game.keeper_token not in repr(game)


@EACH_DATABASE
def test_a_game_opens_after_a_restart(tmp_path, game, database_url, nothing_cached):
    again = open_book(tmp_path, database_url)
    with again.app_context():
        access = open_game(game.keeper_token)
        assert access is not None
        assert tuple(book_of(access).names.values()) == NAMES
        models.db.engine.dispose()


# Writing.


def test_a_deal_is_written(keeper):
    wrote(keeper, written(1, "p2", 65, 0, 20), key="first-deal", base=1)
    assert book_of(opened_again(keeper)).standings.totals == {"p1": 65, "p2": 0, "p3": 20}


def opened_again(access: Access) -> Access:
    return dataclasses.replace(access, version=access.version + 1)


def test_the_answer_has_the_book_with_the_deal(keeper):
    answer = wrote(keeper, written(1, "p2", 65, 0, 20), key="first-deal", base=1)
    assert (answer.book.version, len(answer.book.deals), answer.again) == (2, 1, False)


def test_an_entry_is_stamped(keeper):
    entry = written(1, "p2", Hand(points=30, cards="2 K"), 0, Hand(points=20, sum="12+8"))
    stamp = wrote(keeper, entry, key="first-deal", base=1).recorded
    assert (stamp.number, stamp.key, stamp.base, stamp.event) == (2, "first-deal", 1, entry)
    assert (stamp.link_id, stamp.label) == (keeper.link_id, "scorekeeper’s phone")


@EACH_DATABASE
def test_an_entry_is_read_as_it_was_written(keeper, game, nothing_cached):
    entry = written(1, "p2", Hand(points=30, cards="2 K"), 0, Hand(points=20, sum="12+8"))
    answer = wrote(keeper, entry, key="first-deal", base=1)
    nothing_cached()
    read = book_of(opened(game.keeper_token))
    # A variant that was read again is equal to itself alone.
    deals = tuple(replace(row, variant=FIVE_DEALS) for row in read.deals)
    assert (read.events, deals, read.log) == (
        answer.book.events,
        tuple(replace(row, variant=FIVE_DEALS) for row in answer.book.deals),
        answer.book.log,
    )


@EACH_DATABASE
def test_the_game_knows_when_it_was_written_in(keeper, game):
    answer = wrote(keeper, written(1, "p2", 65, 0, 20), key="first-deal", base=1)
    assert known_games([game.keeper_token])[0].written_at == answer.recorded.at


@EACH_DATABASE
def test_moments_are_in_utc(keeper):
    assert keeper.started_at.utcoffset() == storage.now().utcoffset()


@EACH_DATABASE
def test_a_key_sent_twice_is_written_once(keeper):
    for _ in range(2):
        answer = wrote(keeper, written(1, "p2", 65, 0, 20), key="first-deal", base=1)
    assert (answer.again, answer.recorded.number, answer.book.version) == (True, 2, 2)


def test_a_key_sent_again_later_stands_as_it_did(keeper):
    first = wrote(keeper, written(1, "p2", 65, 0, 20), key="first-deal", base=1)
    wrote(keeper, corrected(1, "p2", 60, 0, 20), key="correction", base=2)
    again = wrote(keeper, written(1, "p2", 65, 0, 20), key="first-deal", base=1)
    assert (again.again, again.recorded, again.book.version) == (True, first.recorded, 3)


def test_who_takes_back_does_not_say_what_it_was_about(keeper):
    wrote(keeper, written(1, "p2", 65, 0, 20), key="first-deal", base=1)
    wrote(keeper, corrected(1, "p2", 60, 0, 20), key="correction", base=2)
    answer = write(keeper, Undone(entry=2, about=()), key="take-back", base=2)
    assert isinstance(answer, Stale)


def test_another_result_under_the_same_key_is_not_passed_over(keeper):
    first = wrote(keeper, written(1, "p2", 65, 0, 20), key="first-deal", base=1)
    answer = write(keeper, corrected(1, "p2", 60, 0, 20), key="first-deal", base=1)
    assert isinstance(answer, Stale)
    assert (answer.theirs, answer.book.version) == ((first.recorded,), 2)


def test_a_forgotten_deal_sent_twice_is_put_in_once(keeper):
    wrote(keeper, written(1, "p2", 65, 0, 20), key="first-deal", base=1)
    for slip in (2, 3):
        forgotten = DealInserted(deal=slip, out="p2", hands=hands(5, 0, 5), before=1)
        answer = wrote(keeper, forgotten, key="forgotten", base=2)
    assert (answer.again, answer.book.version) == (True, 3)


def test_a_key_stands_for_one_game_only(app, keeper):
    other = opened(start_game(FIVE_DEALS, NAMES, 0).keeper_token)
    wrote(keeper, written(1, "p2", 65, 0, 20), key="first-deal", base=1)
    assert not wrote(other, written(1, "p2", 65, 0, 20), key="first-deal", base=1).again


@pytest.mark.parametrize("key", ["x" * 8, "x" * 64, "Az09_-Az09"])
def test_a_key_may_be_so(keeper, key):
    assert wrote(keeper, written(1, "p2", 65, 0, 20), key=key, base=1).recorded.key == key


@pytest.mark.parametrize("key", ["", "x" * 7, "x" * 65, "with blanks", "ümlaut-ü", "newline-\n"])
def test_another_key_is_refused(keeper, key):
    with pytest.raises(Refused, match="has expired"):
        write(keeper, written(1, "p2", 65, 0, 20), key=key, base=1)


def test_entries_written_together_do_not_hide_each_other_what_came_between(keeper):
    wrote(keeper, Noted(title="Ours", day=""), key="other-phone", base=1)
    both = Renamed(player="p1", name="Eve"), Noted(title="Mine", day="")
    answer = write(keeper, *both, key="both-at-once", base=1)
    assert isinstance(answer, Stale) and answer.book.version == 2


def test_a_viewer_cannot_write(viewer):
    with pytest.raises(NotAllowed):
        write(viewer, written(1, "p2", 65, 0, 20), key="first-deal", base=1)


@EACH_DATABASE
def test_what_cannot_follow_is_not_written(keeper):
    with pytest.raises(Refused, match="Deal 1 comes next"):
        write(keeper, written(2, "p2", 65, 0, 20), key="second-deal", base=1)
    assert count(models.EventRow) == 1


def test_the_log_may_have_so_many_entries(keeper, monkeypatch):
    monkeypatch.setattr(limits, "ENTRIES", 2)
    answer = wrote(keeper, written(1, "p2", 65, 0, 20), key="first-deal", base=1)
    assert answer.recorded.number == 2


def test_one_entry_more_is_refused(keeper, monkeypatch):
    monkeypatch.setattr(limits, "ENTRIES", 1)
    with pytest.raises(LimitReached, match=r"log is full \(1 entries\)"):
        write(keeper, written(1, "p2", 65, 0, 20), key="first-deal", base=1)


# Two phones.


@pytest.fixture
def first_deal(keeper) -> Recorded:
    """The first deal as another phone wrote it."""
    return wrote(keeper, written(1, "p2", 65, 0, 20), key="first-deal", base=1).recorded


def stale(access: Access, *args, **words) -> Stale:
    answer = write(access, *args, **words)
    assert isinstance(answer, Stale)
    return answer


@EACH_DATABASE
def test_the_same_deal_on_an_old_base_is_stale(keeper, first_deal):
    answer = stale(keeper, written(1, "p2", 45, 0, 20), key="other-phone", base=1)
    assert answer.theirs == (first_deal,)


def test_a_stale_entry_overwrites_nothing(keeper, first_deal):
    answer = stale(keeper, written(1, "p2", 45, 0, 20), key="other-phone", base=1)
    assert answer.book.standings.totals["p1"] == 65
    assert count(models.EventRow) == 2


def test_a_correction_on_an_old_base_is_stale(keeper, first_deal):
    wrote(keeper, corrected(1, "p2", 60, 0, 20), key="one-phone", base=2)
    answer = stale(keeper, corrected(1, "p2", 70, 0, 20), key="other-phone", base=2)
    assert [each.number for each in answer.theirs] == [3]


def test_a_stale_answer_has_all_that_came_since(keeper, first_deal):
    wrote(keeper, corrected(1, "p2", 60, 0, 20), key="one-phone", base=2)
    answer = stale(keeper, written(1, "p2", 70, 0, 20), key="other-phone", base=1)
    assert [each.number for each in answer.theirs] == [2, 3]


def test_another_deal_on_an_old_base_is_written(keeper, first_deal):
    wrote(keeper, written(2, "p3", 15, 50, 0), key="one-phone", base=2)
    answer = wrote(keeper, corrected(1, "p2", 60, 0, 20), key="other-phone", base=2)
    assert answer.book.standings.totals == {"p1": 75, "p2": 50, "p3": 20}


@pytest.mark.parametrize("base", [99, -1])
def test_a_base_that_never_was_overwrites_nothing(keeper, first_deal, base):
    stale(keeper, corrected(1, "p2", 60, 0, 20), key="other-phone", base=base)


@pytest.mark.parametrize("base", [10**30, -(10**30), -1, 3])
def test_a_base_that_never_was_is_kept_as_none(keeper, first_deal, base):
    answer = wrote(keeper, written(2, "p3", 15, 50, 0), key="other-phone", base=base)
    assert answer.recorded.base == 0


def test_a_correction_on_the_newest_base_is_written(keeper, first_deal):
    answer = wrote(keeper, corrected(1, "p2", 60, 0, 20), key="correction", base=2)
    assert answer.book.standings.totals["p1"] == 60


# Books that are read once.


def test_a_book_is_read_once(keeper):
    assert book_of(keeper) is book_of(keeper)


def test_a_written_book_is_not_read_again(keeper):
    answer = wrote(keeper, written(1, "p2", 65, 0, 20), key="first-deal", base=1)
    assert book_of(opened_again(keeper)) is answer.book


def test_a_book_reads_on_what_another_process_wrote(game, keeper, nothing_cached):
    wrote(keeper, written(1, "p2", 65, 0, 20), key="first-deal", base=1)
    after_one = book_of(opened(game.keeper_token))
    wrote(keeper, written(2, "p3", 15, 50, 0), key="second-deal", base=2)
    nothing_cached()
    cache.keep(keeper.game_id, keeper.label_version, after_one)
    assert len(book_of(opened(game.keeper_token)).deals) == 2


def test_an_older_book_never_replaces_a_later_one(keeper):
    before = book_of(keeper)
    after = wrote(keeper, written(1, "p2", 65, 0, 20), key="first-deal", base=1).book
    cache.keep(keeper.game_id, keeper.label_version, before)
    assert book_of(keeper) is after


# Finding games again.


def test_a_browser_finds_its_games(app, game):
    (line,) = known_games([game.keeper_token])
    assert (line.game_id, line.title, line.role) == (game.game_id, FIVE_DEALS.name, Role.KEEPER)
    assert tuple(line.book.names.values()) == NAMES
    assert line.book is book_of(opened(game.keeper_token))


@EACH_DATABASE
def test_games_come_the_one_written_in_last_first(app):
    older, newer = (start_game(FIVE_DEALS, NAMES, 0) for _ in range(2))
    wrote(opened(older.keeper_token), written(1, "p2", 65, 0, 20), key="first-deal", base=1)
    lines = known_games([newer.viewer_token, older.viewer_token])
    assert [line.game_id for line in lines] == [older.game_id, newer.game_id]


@pytest.mark.parametrize("keeper_first", [True, False])
def test_a_game_with_two_links_is_listed_once_as_its_keepers(game, keeper_first):
    tokens = [game.keeper_token, game.viewer_token]
    lines = known_games(tokens if keeper_first else tokens[::-1])
    assert [line.role for line in lines] == [Role.KEEPER]


def test_links_that_open_nothing_are_left_out(game):
    assert len(known_games(["", "x", "1" * 26, game.viewer_token])) == 1


def test_a_browser_without_links_finds_nothing(app):
    assert known_games([]) == ()


@EACH_DATABASE
def test_as_many_games_are_found_as_a_browser_remembers(app):
    tokens = [start_game(FIVE_DEALS, NAMES, 0).keeper_token for _ in range(limits.KEYS_READ + 1)]
    assert len(known_games(tokens)) == limits.KEYS_READ


def test_a_finished_game_names_its_winners(keeper, game):
    for number in range(1, 6):
        wrote(keeper, written(number, "p2", 5, 0, 5), key=f"deal-no-{number}", base=number)
    (line,) = known_games([game.viewer_token])
    assert line.book.winners == ("Jon",)
    assert [(each.name, each.total) for each in line.standings] == [
        ("Jon", 0), ("Mara", 25), ("Edith", 25)
    ]  # fmt: skip


def test_games_that_were_read_take_one_statement(app, statements):
    tokens = [start_game(FIVE_DEALS, NAMES, 0).keeper_token for _ in range(5)]
    known_games(tokens)
    statements.clear()
    known_games(tokens)
    assert len(statements) == 1


@EACH_DATABASE
def test_games_never_read_take_three(app, statements, nothing_cached):
    tokens = [start_game(FIVE_DEALS, NAMES, 0).keeper_token for _ in range(5)]
    nothing_cached()
    statements.clear()
    assert len(known_games(tokens)) == 5
    assert len(statements) == 3


def test_an_unchanged_game_takes_one_statement(game, statements):
    book_of(opened(game.keeper_token))
    statements.clear()
    book_of(opened(game.keeper_token))
    assert len(statements) == 1


def test_names_are_remembered_once_the_latest_first(app):
    tokens = [
        start_game(FIVE_DEALS, names, 0).keeper_token
        for names in (("Ida", "MARA"), ("Mara", "Jon"))
    ]
    known = players_in(known_games(tokens))
    assert [(each.name, each.key) for each, _ in known] == [
        ("Mara", "p1"),
        ("Jon", "p2"),
        ("Ida", "p1"),
    ]


# Playing again.


def again(access: Access, key: str = "once-more") -> ScoreBook:
    return book_of(opened(play_again(access, key=key).keeper_token))


def test_play_again_keeps_the_seats(keeper):
    assert tuple(again(keeper).names.values()) == NAMES


def test_play_again_seats_those_who_were_out_of_the_game_but_not_those_who_left(app):
    token = start_game(load("scala-40"), (*NAMES, "Ole"), 0).keeper_token
    wrote(opened(token), written(1, "p2", 120, 0, 20, 30), key="first-deal", base=1)
    wrote(opened(token), Left(player="p4"), key="ole-leaves", base=2)
    book = again(opened(token))
    assert (tuple(book.names.values()), book.names[book.dealer or ""]) == (NAMES, "Jon")


def test_play_again_seats_those_who_still_play_where_all_are_too_many(app):
    names = (*NAMES, "Ole", "Ida", "Per")
    token = start_game(load("scala-40"), names, 0).keeper_token
    wrote(opened(token), written(1, "p2", 120, 0, 20, 30, 10, 10), key="first-deal", base=1)
    joins = Joined(player=Seat(key="p7", name="Siv"), after="p6", begins=Begins.NOUGHT, points=0)
    wrote(opened(token), joins, key="siv-joins", base=2)
    assert tuple(again(opened(token)).names.values()) == (*names[1:], "Siv")


@pytest.mark.parametrize(("first", "then"), [(0, "Jon"), (1, "Edith"), (2, "Mara")])
def test_play_again_begins_left_of_the_last_dealer(app, first, then):
    keeper = opened(start_game(FIVE_DEALS, NAMES, first).keeper_token)
    wrote(keeper, written(1, "p2", 65, 0, 20), key="first-deal", base=1)
    book = again(keeper)
    assert book.names[book.dealer or ""] == then


def test_play_again_starts_with_nothing_written(keeper):
    wrote(keeper, written(1, "p2", 65, 0, 20), key="first-deal", base=1)
    assert again(keeper).deals == ()


def test_play_again_keeps_variant_options_and_title(app):
    token = start_game(load("six-to-ten", {"packs": 2}), NAMES, 0, note="Friday").keeper_token
    new = opened(play_again(opened(token), key="once-more").keeper_token)
    assert (new.title, book_of(new).variant.chosen["packs"]) == ("Friday", 2)


@EACH_DATABASE
def test_play_again_sent_twice_starts_one_game(keeper):
    assert play_again(keeper, key="once-more") == play_again(keeper, key="once-more")


def test_play_again_sent_twice_writes_one_game(keeper):
    for _ in range(2):
        play_again(keeper, key="once-more")
    assert count(models.GameRow) == 2


def test_a_viewer_cannot_start_the_next_game(viewer):
    with pytest.raises(NotAllowed):
        play_again(viewer, key="once-more")


def test_a_withdrawn_link_cannot_start_the_next_game(keeper):
    renew_link(keeper, keeper.link_id)
    with pytest.raises(NotAllowed):
        play_again(keeper, key="once-more")


def test_a_game_set_to_options_that_change_nothing_opens_and_goes_on(app) -> None:
    """An earlier version let tables choose them; today only new choices are refused."""
    settled: dict[str, object] = {"rounds": 2, "overlapping_runs": False, "same_suit_runs": "gap"}
    keeper = opened(start_game(with_options(FIVE_DEALS, settled), NAMES, 0).keeper_token)
    for deal in (1, 2, 3):
        entry = written(deal, "p1", 0, 10, 20)
        answer = write(keeper, entry, key=f"deal-{deal}-key", base=keeper.version)
        assert isinstance(answer, Written)
        keeper = opened_again(keeper)
    book = book_of(keeper)
    assert book.standings.totals == {"p1": 0, "p2": 30, "p3": 60}
    assert not book.standings.finished
    assert book.variant.turned == settled
    changed = with_new_options(book.variant, {"ties": "played-off"})
    assert changed.chosen["rounds"] == 2
    with pytest.raises(OptionError, match="changes nothing here"):
        with_new_options(book.variant, {"rounds": 3})
