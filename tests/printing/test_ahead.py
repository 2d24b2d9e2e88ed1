"""Sheets that are made before anybody asks for them."""

import os
import sys
import time

import pytest

from referee.printing import ahead
from referee.printing.renderer import start


@pytest.mark.skipif(sys.platform != "linux", reason="no such way to stand back here")
def test_they_are_made_in_time_that_nobody_else_wants() -> None:
    maker, pipe = start("-m", ahead.__name__, str(ahead.NICENESS))
    try:
        give_up = time.monotonic() + 240
        while os.sched_getscheduler(maker.pid) != os.SCHED_IDLE:
            assert maker.poll() is None and time.monotonic() < give_up
            time.sleep(0.05)
        assert os.getpriority(os.PRIO_PROCESS, maker.pid) == ahead.NICENESS
        assert len(os.sched_getaffinity(maker.pid)) == 1
    finally:
        pipe.close()
        maker.kill()
        maker.wait()
