"""Both kernels for tests of strategies."""

import pytest

from support.environment import needs_native


@pytest.fixture(params=["numpy", pytest.param("native", marks=needs_native)])
def kernel(request, monkeypatch):
    monkeypatch.setenv("MMTREE_KERNEL", request.param)
