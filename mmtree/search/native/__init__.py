"""The native kernel: C files of one subject each, compiled into one optional extension module."""
