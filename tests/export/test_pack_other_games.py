"""Packed trees of other games than the classic ones, read by a reader of its own."""

import struct
import zlib

import pytest

from mmtree.export.targets import export

from support.expected_games import OTHER, position_lines, tree_of


def packed_lines(data):
    """Return the position lines of a packed tree, read as trees/README.md defines it."""
    magic, version, layout, pegs, flags, answers, _, width, most, units, colors, size = (
        struct.unpack_from("<4s8B3I", data)
    )
    assert (magic, version, layout) == (b"mmtp", 2, 1)
    assert zlib.crc32(data[:-4]) == int.from_bytes(data[-4:], "little")
    right, identified, listed = flags & 1, flags >> 1 & 1, flags >> 2
    numbers, rest = data[24 : 24 + answers], data[24 + answers : -4]
    texts, table = rest[:size].decode().split("\0"), int.from_bytes(rest[size:], "little")
    assert len(rest) == size + -(-units * width // 8)
    assert len(texts) == colors + answers + 1
    all_right = not identified  # the last answer, which has no branch
    code_width = (colors**pegs - 1).bit_length()
    last, before = 1 << width - 1, code_width
    found = []

    def bits(at, count):
        return table >> at & (1 << count) - 1

    def add(path, code, right, given):
        digits = [code // colors**place % colors for place in reversed(range(pegs))]
        text = "".join(texts[digit] for digit in digits)
        given = [*given, *([numbers[-1]] if right and all_right else [])]
        shown = "".join(f" {number}" for number in given)
        found.append(f"{' '.join(map(str, path))}: {text}:{shown}")
        assert len(path) < most + identified

    def walk(path, row, right):
        """Add a row and the rows below; return where they end."""
        code = bits(row, code_width)
        if listed:
            given = [
                bits(row + before + 8 * place, 8) for place in range(bits(row + before, 8) + 1)
            ]
            given, length = given[1:], 8 * len(given)
        else:
            given = [
                numbers[bit] for bit in range(answers - all_right) if bits(row + before + bit, 1)
            ]
            length = answers - all_right
        add(path, code, right, given)
        entries = row + -(-(before + length) // width) * width
        after = entries + len(given) * width
        for place, answer in enumerate(given):
            entry = bits(entries + place * width, width)
            if entry & last:
                add((*path, answer), entry - last, True, ())
            else:
                end = walk((*path, answer), after, entry & last >> 1)
                assert end - after == (entry & (last >> 1) - 1) * width
                after = end
        return after

    assert walk((), 0, right) == units * width
    return sorted(found)


@pytest.mark.parametrize("game", OTHER)
def test_packed_file_read_from_its_definition_is_the_tree(game):
    tree = tree_of(game)
    data = export(tree, "packed")["mm.packed"]
    assert packed_lines(data) == position_lines(tree)
