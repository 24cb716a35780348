"""Tree files with some of their parts changed."""

from contextlib import contextmanager
from pathlib import Path

import msgpack

from mmtree import verify


@contextmanager
def parts_of(path, to=None):
    """Yield the parts of a tree file, to be changed; then write the file, or another one."""
    parts = msgpack.unpackb(Path(path).read_bytes())
    yield parts
    Path(to or path).write_bytes(msgpack.packb(parts))


def change(*way, **values):
    """Return a function that updates the map at these keys of the parts of a file."""

    def changed(parts):
        for key in way:
            parts = parts[key]
        parts.update(values)

    return changed


def wrong(path):
    """Return the findings that do not hold, by topic."""
    return {finding.topic: finding.text for finding in verify(path).findings if not finding.holds}
