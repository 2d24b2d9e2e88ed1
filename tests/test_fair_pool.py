"""Threads that work for the addresses that wait, in turn."""

import asyncio
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from threading import Event
from typing import Any, TypeVar

import pytest

from referee.server.fair_pool import CallerLeft, FairPool, QueueFull

T = TypeVar("T")


def run(asked: Coroutine[Any, Any, T]) -> T:
    """What comes of it, in a thread that has no event loop: a browser's test may have left one."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, asked).result()


async def stays() -> None:
    """A caller who never leaves."""
    await asyncio.Event().wait()


def in_order(asked: list[str], *, threads: int = 1, share: int = 1, queue: int = 9) -> list[str]:
    """The addresses in the order in which their calls begin, all asked while the first works."""
    begun: list[str] = []
    go_on = Event()

    def work(address: str) -> Callable[[], None]:
        def call() -> None:
            begun.append(address)
            go_on.wait(10)

        return call

    async def ask() -> None:
        pool = FairPool(threads, share=share, queue=queue)
        calls = [asyncio.ensure_future(pool.run(each, work(each), stays)) for each in asked]
        await asyncio.sleep(0)
        go_on.set()
        await asyncio.gather(*calls)

    run(ask())
    return begun


def test_addresses_have_their_turn_one_after_the_other() -> None:
    assert in_order(["a", "a", "a", "a", "b", "c", "b"]) == ["a", "a", "b", "c", "a", "b", "a"]


def test_who_comes_later_waits_for_no_more_than_the_call_that_runs() -> None:
    assert in_order(["a"] * 9 + ["b"]).index("b") == 2


@pytest.mark.parametrize(("share", "runs"), [(1, 1), (2, 2), (3, 3)])
def test_address_gets_so_many_threads(share: int, runs: int) -> None:
    async def ask() -> int:
        pool = FairPool(3, share=share, queue=9)
        end, begun = Event(), list[None]()

        def call() -> None:
            begun.append(None)
            end.wait(10)

        calls = [asyncio.ensure_future(pool.run("a", call, stays)) for _ in range(5)]
        await asyncio.sleep(0)
        other = asyncio.ensure_future(pool.run("b", lambda: None, stays))
        if share < 3:
            await asyncio.wait_for(other, 10)
        while len(begun) < runs:
            await asyncio.sleep(0.01)
        await asyncio.sleep(0.1)
        working = len(begun)
        end.set()
        await asyncio.gather(other, *calls)
        return working

    assert run(ask()) == runs


@pytest.mark.parametrize("more", [0, 1], ids=["edge", "over"])
def test_so_many_calls_of_an_address_may_wait(more: int) -> None:
    if more:
        with pytest.raises(QueueFull):
            in_order(["a"] * 4, queue=2)
    else:
        assert in_order(["a"] * 3, queue=2) == ["a"] * 3


def test_call_that_fails_makes_room_for_the_next() -> None:
    async def ask() -> str:
        pool = FairPool(1, share=1, queue=1)
        with pytest.raises(ZeroDivisionError):
            await pool.run("a", lambda: 1 // 0, stays)
        return await pool.run("a", lambda: "done", stays)

    assert run(ask()) == "done"


@pytest.mark.parametrize("cancelled", [False, True], ids=["left", "cancelled"])
def test_call_that_nobody_waits_for_any_more_is_never_begun(cancelled: bool) -> None:
    begun: list[str] = []

    async def ask() -> None:
        pool = FairPool(1, share=1, queue=9)
        go_on, gone = Event(), asyncio.Event()

        def call(name: str) -> Callable[[], None]:
            def work() -> None:
                begun.append(name)
                go_on.wait(10)

            return work

        first = asyncio.ensure_future(pool.run("a", call("first"), stays))
        left = asyncio.ensure_future(pool.run("b", call("left"), gone.wait))
        last = asyncio.ensure_future(pool.run("b", call("last"), stays))
        await asyncio.sleep(0)
        gone.set()
        if cancelled:
            left.cancel()
        with pytest.raises((CallerLeft, asyncio.CancelledError)):
            await left
        go_on.set()
        await asyncio.wait_for(asyncio.gather(first, last), 10)

    run(ask())
    assert begun == ["first", "last"]


def test_call_that_is_cancelled_as_its_turn_comes_makes_room_for_the_next() -> None:
    async def ask() -> str:
        pool = FairPool(1, share=1, queue=9)
        first = asyncio.ensure_future(pool.run("a", lambda: None, stays))
        second = asyncio.ensure_future(pool.run("b", lambda: None, stays))
        first.add_done_callback(lambda _: second.cancel())
        await asyncio.wait([first, second])
        return await asyncio.wait_for(pool.run("c", lambda: "done", stays), 10)

    assert run(ask()) == "done"
