"""The choice of the kernel."""

import pytest

from mmtree import KernelError
from mmtree.search import kernel

from support.environment import needs_native, python


@needs_native
def test_environment_variable_selects_the_kernel():
    code = "from mmtree.search.kernel import kernel; print(kernel())"
    assert python("-c", code, MMTREE_KERNEL="").stdout == "native\n"
    assert python("-c", code, MMTREE_KERNEL="native").stdout == "native\n"
    assert python("-c", code, MMTREE_KERNEL="numpy").stdout == "numpy\n"


def test_unknown_kernel_raises(monkeypatch):
    monkeypatch.setenv("MMTREE_KERNEL", "fast")
    with pytest.raises(KernelError, match="MMTREE_KERNEL must be native or numpy, got 'fast'"):
        kernel.kernel()


def test_missing_native_kernel_raises(monkeypatch):
    monkeypatch.setattr(kernel, "native", None)
    monkeypatch.setenv("MMTREE_KERNEL", "")
    assert kernel.kernel() == "numpy"
    monkeypatch.setenv("MMTREE_KERNEL", "native")
    with pytest.raises(
        KernelError, match="the native kernel was not compiled when mmtree was installed"
    ):
        kernel.kernel()
