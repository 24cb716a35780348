"""Exports the page as a folder for a web server, from which devices install it."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from hashlib import sha256
from importlib.resources import files as package_files

from mmtree.export.html.html import page
from mmtree.tree.tree import StrategyTree

_ICONS = ("icon.svg", "icon-192.png", "icon-512.png", "icon-maskable.png")
"""The drawing of the icon, and Chromium's pictures of it (printable/photograph.py)."""


def site(
    trees: Sequence[tuple[str, StrategyTree]],
    *,
    title: str | None = None,
    names: str | None = None,
    sources: Mapping[str, str] | None = None,
) -> dict[str, bytes]:
    """Return the files of a site by their names: the page, its manifest, icons and service worker.

    The worker comes last: a browser that finds a new one loads the other files again. All addresses
    are relative, so that the folder works below any address.

    Args:
        trees, title, names, sources: as :func:`mmtree.export.html.html.page` takes them.

    Raises:
        CodeError, ExportError, TreeError: as that function raises them.
    """
    made = {
        "index.html": page(trees, title=title, names=names, sources=sources, site=True),
        "manifest.webmanifest": _manifest(title or "Mastermind"),
        **{icon: _read(icon) for icon in _ICONS},
    }
    return {**made, "sw.js": _worker(made)}


def _read(file: str) -> bytes:
    return package_files("mmtree.export").joinpath("html", file).read_bytes()


def _manifest(title: str) -> bytes:
    """Return the manifest; its id is the address of the page, since none is given."""
    icons = [("icon.svg", "any"), ("icon-192.png", "192x192"), ("icon-512.png", "512x512")]
    manifest = {
        "name": title,
        "short_name": "Mastermind",
        "start_url": "./",
        "scope": "./",
        "display": "standalone",
        "background_color": "#f5f1e8",
        "theme_color": "#1d3b36",
        "icons": [
            *({"src": name, "sizes": size} for name, size in icons),
            {"src": "icon-maskable.png", "sizes": "512x512", "purpose": "maskable"},
        ],
    }
    return json.dumps(manifest, ensure_ascii=False, indent=1).encode() + b"\n"


def _worker(made: Mapping[str, bytes]) -> bytes:
    """Return the service worker of these files, whose cache has the name of their contents."""
    digest = sha256()
    for name, data in made.items():
        digest.update(f"{name} {len(data)}\n".encode() + data)
    urls = ["./" if name == "index.html" else name for name in made]
    script = _read("worker.js").decode()
    return (
        script.replace("$DIGEST", digest.hexdigest()).replace('"$FILES"', json.dumps(urls)).encode()
    )
