"""The targets that a tree can be exported to, and the checks and headers that they share."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module

from mmtree.counts import format_count
from mmtree.errors import ExportError
from mmtree.tree.file import checksum
from mmtree.tree.tree import StrategyTree


@dataclass(frozen=True)
class Target:
    """A language, machine or file format that a tree can be exported to.

    Attributes:
        about: one line that says what is written.
        module: a module in :mod:`mmtree.export`, whose ``files(tree, name, layout)`` returns the
            files to write, by their path below the output folder.
        layouts: the layouts that it has, its default first.
    """

    about: str
    module: str
    layouts: tuple[str, ...] = ("dense",)


TARGETS = {
    "c": Target(
        "C99 header and source, without heap or libraries; C++ takes it, too",
        "c.c",
        ("dense", "seed"),
    ),
    "arduino": Target(
        "an Arduino library with an example that plays on the serial console",
        "c.arduino",
        ("dense", "seed"),
    ),
    "attiny13a": Target(
        "a whole program for a chip of 1 KB flash and 64 bytes RAM", "c.attiny13a", ("seed",)
    ),
    "micropython": Target("one module, small enough for a micro:bit", "micropython.micropython"),
    "javascript": Target("one ES module", "javascript.javascript"),
    "html": Target(
        "one page that plays, guides and explains offline; several FILEs give a choice", "html.html"
    ),
    "packed": Target("only the packed tree, as trees/README.md defines it", "pack"),
}

_WORDS = """
    alignas alignof and and_eq arguments as asm assert async atomic auto await bitand bitor bool
    break case catch char class compl concept const const_cast consteval constexpr constinit
    continue debugger decltype def default del delete do double dynamic_cast elif else enum eval
    except explicit export extends extern false final finally float for friend from function
    generic global goto if imaginary implements import in inline instanceof int interface is lambda
    let long match mutable namespace new noexcept none nonlocal noreturn not not_eq null nullptr
    operator or or_eq override package pass private protected public raise register
    reinterpret_cast requires restrict return short signed sizeof static static_assert static_cast
    struct super switch template this thread_local throw true try type typedef typeid typename
    typeof undefined union unsigned using var virtual void volatile wchar_t while with xor xor_eq
    yield
    """
"""Words of C, C++, Python and JavaScript."""

_FILES = """
    alloca arduino array assert asyncio audio aux avr binary binascii bit boot builtins client
    cmath com1 complex con copy cstdint ctype display eeprom errno fcntl features fenv float
    framebuf gc hardwareserial hashlib heapq inttypes iostream ipaddress iso646 json limits
    locale machine main malloc math memory microbit micropython music neopixel network new nul
    os platform print printable prn pthread pyb radio random re sched select server servo setjmp
    signal socket softwareserial speech spi stdalign stdarg stdatomic stdbool stddef stdint
    stdio stdlib stdnoreturn stream string strings struct sys tgmath threads time tone uasyncio
    ubinascii uchar udp ujson unistd uos urandom ure usbapi ustruct usys util utime vector
    version wchar wctype wire wmath wstring
    """
"""Headers and modules that a file of the same name would hide."""

RESERVED = frozenset((_WORDS + _FILES).split())


def export(
    tree: StrategyTree, to: str, name: str = "mm", layout: str | None = None
) -> dict[str, bytes]:
    """Export a tree: return the files of a target, by their path below the output folder.

    Args:
        to: one of :data:`TARGETS`.
        name: the name of the files and the prefix of the symbols.
        layout: a layout of the target; None for its default.

    Raises:
        ExportError: the target is unknown, does not support the name or the layout, or cannot hold
            the tree.
    """
    if to not in TARGETS:
        raise ExportError(f"unknown target {to!r}: use one of {', '.join(TARGETS)}")
    target = TARGETS[to]
    if layout is not None and layout not in target.layouts:
        raise ExportError(f"{to} has no layout {layout!r}: use {' or '.join(target.layouts)}")
    check_name(name)
    module = import_module(f"mmtree.export.{target.module}")
    files: Callable[[StrategyTree, str, str], dict[str, bytes]] = module.files
    return files(tree, name, layout or target.layouts[0])


def header_lines(tree: StrategyTree) -> tuple[str, ...]:
    """Return the lines of a comment that say from which tree a file was made."""
    rules = tree.rules
    pegs = "" if rules.whites else ", black pegs only"
    distinct = ", none twice" if rules.distinct else ""
    size = f"{format_count(rules.pegs, 'peg')}, {rules.colors} colours"
    lines = [
        f"Mastermind, {size}{distinct}{pegs} ({rules}).",
        f"Strategy {tree.strategy.name}: {tree.figures}.",
        f"Made by mmtree from the tree whose file has the SHA-256 {checksum(tree)[:16]}.",
    ]
    if not rules.for_player(tree.guess)[0].classic:
        lines[0] = f"The game {rules}: {rules.secrets} secrets."
    return tuple("".join(c if c.isprintable() else "?" for c in line) for line in lines)


def check_name(name: str) -> None:
    """Check that a name is valid for symbols and files in the languages of all targets.

    Raises:
        ExportError: it is malformed, a reserved word, or the name of a header or module that any
            program may need.
    """
    if not re.fullmatch("[A-Za-z][A-Za-z0-9]*(_[A-Za-z0-9]+)*", name) or len(name) > 24:
        raise ExportError(
            f"{name!r} is not a valid name: use a letter, then letters, digits and single "
            "underscores, at most 24 characters"
        )
    if name.lower() in RESERVED:
        raise ExportError(f"{name!r} is a reserved word, a header or a module: use another name")
