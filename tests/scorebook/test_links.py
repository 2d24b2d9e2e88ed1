"""Links can be shown again, withdrawn and renewed."""

import pytest
import sqlalchemy as sa

from referee.scorebook import limits, models, storage
from referee.scorebook.errors import LimitReached, NotAllowed, Refused
from referee.scorebook.links import (
    Access,
    Role,
    hand_over,
    links_of,
    new_link,
    open_game,
    renew_link,
    withdraw_link,
)
from referee.scorebook.repository import NewGame, known_games, start_game, write
from referee.variants import load
from tests.scorebook.conftest import EACH_DATABASE
from tests.scorebook.tables import written


@pytest.fixture
def game(app) -> NewGame:
    """A game that has just started."""
    return start_game(load("six-to-ten"), ("Mara", "Jon"), 0)


@pytest.fixture
def keeper(game) -> Access:
    """The game opened by its keeper's link."""
    access = open_game(game.keeper_token)
    assert access is not None
    return access


@pytest.fixture
def viewer(game) -> Access:
    """The game opened by its viewer's link."""
    access = open_game(game.viewer_token)
    assert access is not None
    return access


def test_the_keeper_sees_both_links_again(game, keeper):
    assert [(link.role, link.token) for link in links_of(keeper)] == [
        (Role.KEEPER, game.keeper_token),
        (Role.VIEWER, game.viewer_token),
    ]


def test_links_are_named(keeper):
    assert [link.label for link in links_of(keeper)] == ["scorekeeper’s phone", "viewer’s phone"]


def test_a_viewer_sees_no_links(viewer):
    with pytest.raises(NotAllowed):
        links_of(viewer)


def test_a_secret_stays_out_of_what_is_printed(keeper):
    link = links_of(keeper)[0]
    assert str(link.token) not in repr(link)


def test_a_secret_key_may_be_text(app, game, keeper):
    app.config["SECRET_KEY"] = app.config["SECRET_KEY"].decode()
    assert links_of(keeper)[0].token == game.keeper_token


def test_a_renewed_link_opens_the_game(keeper, viewer):
    token = renew_link(keeper, viewer.link_id).token
    assert token is not None
    access = open_game(token)
    assert access is not None
    assert (access.game_id, access.role) == (keeper.game_id, Role.VIEWER)


def test_a_withdrawn_link_opens_nothing(game, keeper, viewer):
    renew_link(keeper, viewer.link_id)
    assert open_game(game.viewer_token) is None


def test_a_withdrawn_link_finds_nothing(game, keeper, viewer):
    renew_link(keeper, viewer.link_id)
    assert known_games([game.viewer_token]) == ()


def test_renewing_one_link_leaves_the_other(game, keeper, viewer):
    renew_link(keeper, viewer.link_id)
    assert open_game(game.keeper_token) == keeper


@EACH_DATABASE
def test_a_renewed_link_is_named_by_its_number(keeper, viewer):
    assert renew_link(keeper, viewer.link_id).label == "viewer’s phone 2"


@EACH_DATABASE
def test_a_link_renewed_twice_at_once_is_renewed_once(keeper, viewer):
    first = renew_link(keeper, viewer.link_id)
    assert renew_link(keeper, viewer.link_id) == first


@EACH_DATABASE
def test_a_withdrawn_link_that_opened_before_cannot_write(keeper):
    renew_link(keeper, keeper.link_id)
    with pytest.raises(NotAllowed, match="withdrawn"):
        write(keeper, written(1, "p2", 65, 0), key="first-deal", base=1)


def test_a_viewer_cannot_renew_a_link(viewer):
    with pytest.raises(NotAllowed):
        renew_link(viewer, viewer.link_id)


def test_a_link_of_another_game_cannot_be_renewed(app, keeper):
    other = open_game(start_game(load("six-to-ten"), ("Ida", "Kai"), 0).keeper_token)
    assert other is not None
    with pytest.raises(Refused, match="no such link"):
        renew_link(keeper, other.link_id)


@EACH_DATABASE
def test_a_key_sent_twice_makes_one_link(keeper):
    first = new_link(keeper, Role.SCORER, key="one-button")
    assert new_link(keeper, Role.SCORER, key="one-button") == first
    assert len(links_of(keeper)) == 3


def test_a_key_makes_a_link_for_each_role(keeper):
    for role in (Role.SCORER, Role.VIEWER):
        assert new_link(keeper, role, key="one-button").role is role


def test_a_key_makes_a_link_for_each_game(app, keeper):
    other = open_game(start_game(load("six-to-ten"), ("Ida", "Kai"), 0).keeper_token)
    assert other is not None
    made = [new_link(each, Role.SCORER, key="one-button").link_id for each in (keeper, other)]
    assert made[0] != made[1]


def test_a_key_sent_again_does_not_bring_back_a_link_that_was_withdrawn(keeper):
    made = new_link(keeper, Role.SCORER, key="one-button")
    withdraw_link(keeper, made.link_id)
    assert new_link(keeper, Role.SCORER, key="one-button") == made
    assert made.token is not None
    assert open_game(made.token) is None


def test_links_without_a_key_are_each_their_own(keeper):
    assert new_link(keeper, Role.VIEWER) != new_link(keeper, Role.VIEWER)


def test_a_damaged_key_makes_no_link(keeper):
    with pytest.raises(Refused, match="has expired"):
        new_link(keeper, Role.SCORER, key="two words")
    assert len(links_of(keeper)) == 2


def test_a_game_may_have_had_so_many_links(keeper, viewer, monkeypatch):
    monkeypatch.setattr(limits, "LINKS", 3)
    assert renew_link(keeper, viewer.link_id).token


def test_one_link_more_is_refused(keeper, viewer, monkeypatch):
    monkeypatch.setattr(limits, "LINKS", 2)
    with pytest.raises(LimitReached):
        renew_link(keeper, viewer.link_id)


def test_where_no_link_more_is_made_the_keeper_still_renews_his_own_and_hands_over(
    keeper, monkeypatch
):
    scorer = new_link(keeper, Role.SCORER)
    monkeypatch.setattr(limits, "LINKS", 2)
    hand_over(keeper, scorer.link_id)
    keeps = open_game(scorer.token or "")
    assert keeps and keeps.role is Role.KEEPER
    assert renew_link(keeps, keeps.link_id).token


def test_links_still_open_after_the_secret_key_was_replaced(app, game):
    app.config["SECRET_KEY"] = b"another secret key"
    assert open_game(game.keeper_token) is not None


def test_links_of_a_replaced_secret_key_cannot_be_shown(app, keeper):
    app.config["SECRET_KEY"] = b"another secret key"
    assert [link.token for link in links_of(keeper)] == [None, None]


def test_links_of_a_replaced_secret_key_can_be_renewed(app, keeper, viewer):
    app.config["SECRET_KEY"] = b"another secret key"
    token = renew_link(keeper, viewer.link_id).token
    assert token is not None
    assert open_game(token) is not None


@EACH_DATABASE
def test_the_database_keeps_only_hashes(game):
    with storage.reading() as connection:
        hashes = connection.scalars(sa.select(models.LinkRow.token_hash)).all()
    assert all(len(each) == 64 for each in hashes)
