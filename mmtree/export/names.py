"""Which names an exported player may have."""

from __future__ import annotations

import re

from mmtree.errors import ExportError

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
"""Headers and modules that a file of this name would hide."""

RESERVED = frozenset((_WORDS + _FILES).split())


def check_name(name: str) -> None:
    """Refuse what is no name for a symbol and a file in all languages of the targets.

    Raises:
        ExportError: it has another form, is a reserved word, or names a header or module that
            every program may need.
    """
    if not re.fullmatch("[A-Za-z][A-Za-z0-9]*(_[A-Za-z0-9]+)*", name) or len(name) > 24:
        raise ExportError(
            f"{name!r} is no name: write a letter, then letters, digits and single underscores, "
            "24 at most"
        )
    if name.lower() in RESERVED:
        raise ExportError(f"{name!r} is a reserved word, or a header or module: take another name")
