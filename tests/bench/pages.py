"""The pages of a game over HTTP, from a real server, also where a great many games are stored."""

import json
from collections.abc import Callable
from itertools import count

from referee.variants import catalogue
from tests.bench import Figure, benchmark, beside, median_seconds, scaled, within
from tests.bench.tables import (
    DEALS,
    FEW,
    FEW_DEALS,
    PLAYERS,
    beside_empty,
    card_table,
    empty_server,
    full_table,
    write_deal,
)

STORED = scaled(100_000, 100)


@benchmark(
    f"table page, {FEW} players, {FEW_DEALS} deals",
    floor="an empty Flask page on gunicorn",
    aim="≤ 3 × the empty page",
    meets=beside(3),
)
def table_page() -> Figure:
    phone, table = card_table()
    return beside_empty(lambda: phone.load(table))


@benchmark(
    "deal posted (corrected each time)",
    floor="an empty form sent to the empty page",
    aim="≤ 3 ms",
    meets=within(0.003),
)
def deal_posted() -> Figure:
    phone, table = card_table()
    empty = empty_server()
    points = count(10, 5)
    sent = sorted(
        write_deal(phone, table, 5, next(points) % 60 + 10) for _ in range(scaled(101, 3))
    )
    return Figure(
        seconds=sent[len(sent) // 2],
        floor=median_seconds(lambda: empty.post("/", {"a": "b"}), times=200),
    )


@benchmark(
    "POST /api/rulings, one meld",
    floor="an empty Flask page on gunicorn",
    aim="≤ 2 × the empty page",
    meets=beside(2),
)
def ruling_posted() -> Figure:
    phone, _ = card_table()
    case = json.dumps({"game": catalogue()[0].id, "ask": "meld", "cards": "8s 8d 8h"})

    def ask() -> None:
        phone.connection.request("POST", "/api/rulings", case, {"Content-Type": "application/json"})
        answer = phone.connection.getresponse()
        answer.read()
        assert answer.status == 200, answer.status

    return beside_empty(ask, times=60)


def _page(stored: int) -> Callable[[], object]:
    phone, table, _ = full_table(stored)
    return lambda: phone.load(table)


def _poll(stored: int) -> Callable[[], object]:
    phone, table, version = full_table(stored)

    def poll() -> None:
        status, _, _ = phone.fetch("GET", f"{table}/news?version={version}")
        assert status == 204, status

    return poll


@benchmark(
    f"table page, {PLAYERS} players, {DEALS} deals",
    floor="an empty Flask page on gunicorn",
    aim="≤ 3 × the empty page",
    meets=beside(3),
)
def fullcard_table() -> Figure:
    return beside_empty(_page(1))


@benchmark(
    "poll, nothing changed",
    floor="an empty Flask page on gunicorn",
    aim="≤ 2 × the empty page",
    meets=beside(2),
)
def unchanged_poll() -> Figure:
    return beside_empty(_poll(1))


@benchmark(
    f"table page, {STORED:,} games stored",
    floor="the same page, one game stored",
    aim="flat: ≤ 1.2 ×",
    meets=beside(1.2),
)
def table_among_many() -> Figure:
    return Figure(
        seconds=median_seconds(_page(STORED), times=400),
        floor=median_seconds(_page(1), times=400),
    )


@benchmark(
    f"poll, {STORED:,} games stored",
    floor="the same poll, one game stored",
    aim="flat: ≤ 1.2 ×",
    meets=beside(1.2),
)
def poll_among_many() -> Figure:
    return Figure(
        seconds=median_seconds(_poll(STORED), times=400),
        floor=median_seconds(_poll(1), times=400),
    )
