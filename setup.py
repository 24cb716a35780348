"""The native kernel, which is optional: without a C compiler the NumPy kernel does its work."""

import sysconfig

from setuptools import Extension, setup

# A Python without the global lock has no stable ABI.
stable = not sysconfig.get_config_var("Py_GIL_DISABLED")

setup(
    ext_modules=[
        Extension(
            "mmtree.search.native",
            ["mmtree/search/kernel.c"],
            extra_compile_args=["-std=c11", "-O3", "-pthread"],
            extra_link_args=["-pthread"],
            optional=True,
            py_limited_api=stable,
        )
    ],
    options={"bdist_wheel": {"py_limited_api": "cp311"}} if stable else {},
)
