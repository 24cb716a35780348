"""The native kernel, which is optional: without a C compiler the NumPy kernel does its work."""

from setuptools import Extension, setup

setup(
    ext_modules=[
        Extension(
            "mmtree.build.native",
            ["mmtree/build/kernel.c"],
            extra_compile_args=["-std=c11", "-O3", "-pthread", "-Wno-psabi"],
            extra_link_args=["-pthread"],
            optional=True,
            py_limited_api=True,
        )
    ],
    options={"bdist_wheel": {"py_limited_api": "cp311"}},
)
