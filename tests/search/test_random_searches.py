"""The native and the NumPy search agree on random searches.

The environment variable `MMTREE_QUESTIONS` sets the number of random searches.
"""

import os

import pytest

from support import random_searches as questions
from support.environment import needs_native

COUNT = int(os.environ.get("MMTREE_QUESTIONS", "100"))
PARTS = 4  # tests, which can run in parallel


@pytest.mark.slow
@needs_native
@pytest.mark.parametrize("part", range(PARTS))
def test_kernels_agree_on_random_searches(monkeypatch, part):
    monkeypatch.setenv("MMTREE_KERNEL", "numpy")
    assert list(questions.differences(COUNT // PARTS, part)) == []
