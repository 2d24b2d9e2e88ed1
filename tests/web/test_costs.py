"""Which work each page is: what may take long is not made where tables are."""

import pytest
from flask import Flask

from referee.web.costs import Work, cost_of
from referee.web.limits import BODY_BYTES, COPY_BYTES

WORKS = {
    "disputes.desk": Work.RULING,
    "disputes.keep": Work.RULING,
    "disputes.kept": Work.RULING,
    "disputes.rulings": Work.RULING,
    "disputes.lay": Work.RULING,
    "programs.api_rule": Work.RULING,
    "games.copy": Work.RULING,
    "games.copy_all": Work.RULING,
    "games.statistics": Work.RULING,
    "games.bring": Work.RULING,
    "games.links": Work.RULING,
    "games.take": Work.RULING,
    "games.add": Work.RULING,
    "games.change_link": Work.RULING,
    "prints.of_game": Work.RULING,
    "prints.view": Work.RULING,
    "prints.pdf": Work.PRINTING,
    "games.brought": Work.IMPORTING,
}


def test_every_page_is_the_work_that_it_is(app: Flask) -> None:
    filled = {"game": "a-game", "game_id": "hfh1EqEWnaPd", "kind": "json", "number": 1}
    adapter = app.url_map.bind("localhost")
    for rule in app.url_map.iter_rules():
        values = {name: filled.get(name, 1) for name in rule.arguments}
        path = adapter.build(rule.endpoint, values, force_external=False)
        for method in (rule.methods or set()) - {"OPTIONS"}:
            work = cost_of(method, path).work
            assert work is WORKS.get(rule.endpoint, Work.TABLE), (method, path)


@pytest.mark.usefixtures("app")
def test_only_a_file_of_games_may_be_large() -> None:
    assert cost_of("POST", "/games/bring").body_bytes == COPY_BYTES
    assert cost_of("POST", "/games/hfh1EqEWnaPd/deals/1").body_bytes == BODY_BYTES
