"""Worker processes."""

import signal
import subprocess
import sys

import pytest

from tests import ROOT
from tests.kit.serving import bots_of, descendants, is_running, wait_until

ARENA = ("arena", "bug-race", "--bots", "search:200,greedy", "--games", "100000", "--jobs", "2")


@pytest.mark.slow
@pytest.mark.parametrize("sent", [signal.SIGKILL, signal.SIGTERM])
def test_who_works_for_somebody_ends_with_them(sent: signal.Signals) -> None:
    arena = subprocess.Popen([sys.executable, "-m", "bugbox", *ARENA], cwd=ROOT, stdout=subprocess.DEVNULL)
    wait_until(lambda: len(bots_of(arena.pid)) == 2, "two processes were at work")
    working = descendants(arena.pid)
    arena.send_signal(sent)
    assert arena.wait(20) == -sent
    wait_until(lambda: not any(map(is_running, working)), "all of them had ended")
