"""Exports an HTML page of packed trees, and a site from which devices install it."""

import json
import re
from base64 import b64encode
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from hashlib import sha256
from html import escape
from importlib.resources import files as package_files
from itertools import chain, count
from posixpath import dirname, normpath
from string import Template
from urllib.parse import quote

from mmtree.errors import ExportError
from mmtree.export.html.other_games import COMPUTED, TILE, looks_of, name_of, other_data
from mmtree.export.pack import pack
from mmtree.export.template import module_body
from mmtree.show.pegs import BOX, FILLS, mark
from mmtree.show.texts import LANGUAGES, MAX_TITLE, Texts, is_title, proof_text
from mmtree.tree.file import checksum
from mmtree.tree.tree import StrategyTree

_ICONS = ("icon.svg", "icon-192.png", "icon-512.png", "icon-maskable.png")
"""The drawing of the icon, and Chromium's pictures of it (printable/photograph.py)."""

_MODES = {"guide", "play", "explore"}
"""The names that an address can begin with, other than that of a tree."""

_COMMENTS = re.compile(r"^ *(?:/\*\*.*?\*/|//[^\n]*)\n", re.M | re.S)
"""Comments in lines of their own: a seventh of the script, which the page need not carry."""


def is_page(head: bytes) -> bool:
    """Return whether a file that begins so is a page that mmtree wrote."""
    return b'<meta name="generator" content="mmtree">' in head


def files(tree: StrategyTree, name: str, layout: str) -> dict[str, bytes]:
    """Return the only file of the target ``html``."""
    return {f"{name}.html": page([(name, tree)])}


def page(
    trees: Sequence[tuple[str, StrategyTree]],
    *,
    title: str | None = None,
    names: str | None = None,
    address: str | None = None,
    sources: Mapping[str, str] | None = None,
    site: bool = False,
) -> bytes:
    """Return the page of some trees; the first one is shown first.

    Args:
        trees: name and tree of each; the addresses of the page use the name, normalised.
        title: the headline; None for one that states the maximum of the tree.
        names: the colours of the user's box, as in :func:`mmtree.show.pegs.pegs_of`.
        address: where a page of these trees is published, for what is shared from a file.
        sources: the publication of each strategy, by the name of the strategy.
        site: use the manifest, icons and service worker in the folder of the page.

    Raises:
        CodeError: the names do not fit the rules of one of the trees.
        ExportError: the title is too long or not printable, the address is none, or a tree cannot
            be packed.
        TreeError: the nodes of a tree are not a strategy tree.
    """
    if title is not None and not is_title(title):
        raise ExportError(f"the title must have 1 to {MAX_TITLE} printable characters")
    tables = [
        _tree_data(tree_id, tree, names, sources or {})
        for tree_id, (_, tree) in zip(_make_ids(name for name, _ in trees), trees, strict=True)
    ]
    if address is not None and not re.fullmatch(r"https?://[^#\s\"<>]{1,200}", address):
        raise ExportError(f"{address!r:.60} is not an address such as https://example.org/game/")
    head = {"title": title, **({} if address is None else {"address": address})}
    data = json.dumps({**head, "trees": tables}, ensure_ascii=False, separators=(",", ":"))
    kinds = sorted({kind for _, tree in trees if (kind := tree.rules.to_map().get("kind"))})
    script, style = _script(*kinds), "\n" + _read("html/style.css")
    style += "\n" + _read("html/other_games.css") if kinds else ""
    icon = "data:image/svg+xml," + quote(_read("html/icon.svg").strip())
    own_files = " 'self'; manifest-src 'self'; worker-src 'self'" if site else ""
    policy = (
        f"default-src 'none'; script-src '{_csp_hash(script)}'; style-src '{_csp_hash(style)}'; "
        f"img-src data:{own_files}; base-uri 'none'; form-action 'none'"
    )
    filled = Template(_read("html/page.html")).substitute(
        policy=policy,
        title=escape(title or "Mastermind"),
        description="Plays, guides and explains Mastermind strategies, offline.",
        icon=icon,
        links='\n<link rel="apple-touch-icon" href="icon-maskable.png">' if site else "",
        style=style,
        data=data.replace("<", "\\u003c"),  # "</script>" in a text would end the element
        script=script,
    )
    return filled.encode()


def site(
    trees: Sequence[tuple[str, StrategyTree]],
    *,
    title: str | None = None,
    names: str | None = None,
    address: str | None = None,
    sources: Mapping[str, str] | None = None,
) -> dict[str, bytes]:
    """Return the files of a site by their names: the page, its manifest, icons and service worker.

    The worker comes last: a browser that finds a new one loads the other files again. All addresses
    are relative, so that the folder works below any address.

    Arguments and errors are those of :func:`page`.
    """
    made = {
        "index.html": page(
            trees, title=title, names=names, address=address, sources=sources, site=True
        ),
        "manifest.webmanifest": _manifest(title or "Mastermind"),
        **{icon: _read_bytes(f"html/{icon}") for icon in _ICONS},
    }
    return {**made, "sw.js": _worker(made)}


def _make_ids(names: Iterable[str]) -> list[str]:
    """Return unique identifiers for the names, of small letters, digits and hyphens."""
    ids: list[str] = []
    for name in names:
        base = re.sub("[^a-z0-9]+", "-", name.lower()).strip("-")
        if not re.search("[a-z]", base) or base in _MODES:
            base = f"tree-{base}".strip("-")
        numbered = (f"{base}-{number}" for number in count(2))
        ids.append(next(unique for unique in chain([base], numbered) if unique not in ids))
    return ids


def _tree_data(
    name: str, tree: StrategyTree, names: str | None, sources: Mapping[str, str]
) -> dict[str, object]:
    """Return the data of a tree for the script of the page."""
    rules = tree.rules
    if rules.nozero or (rules.identified and not rules.only_asks):
        raise ExportError(f"the page does not know games such as {rules}")
    ten = rules.distinct and rules.colors == 10
    in_digits = ten and names is None and rules.answers in COMPUTED  # bulls and cows
    return {
        "id": name,
        "label": sources.get(tree.strategy.name) or tree.strategy.name,
        "name": name_of(rules),
        **{part: getattr(rules, part) for part in ("pegs", "colors", "distinct", "whites")},
        "answers": rules.feedbacks[:-1],
        "histogram": tree.histogram,
        **({"weighted": tree.figures.weighted} if rules.weights else {}),
        "proof": _proof_text(tree),
        "checksum": checksum(tree)[:16],
        "inDigits": in_digits,
        "looks": [{**TILE, "name": str(digit)} for digit in range(rules.colors)]
        if in_digits
        else looks_of(rules, names),
        **(_packed_data(tree) if rules.classic else other_data(tree)),
    }


def _packed_data(tree: StrategyTree) -> dict[str, object]:
    """Return the nodes of a tree of classic rules."""
    packed = pack(tree)
    return {
        "opening": tree.guess[0],
        "unit": packed.shape.unit,
        "table": b64encode(packed.table).decode(),
    }


def _proof_text(tree: StrategyTree) -> tuple[str, dict[str, object]] | None:
    """Return what is proved of a tree: the name of a text and the values of its gaps."""
    name, gaps = proof_text(tree) or ("", {})
    if not (name and tree.provenance.verified):
        return None
    if not tree.provenance.proved:
        return ("claimedGap", gaps) if name == "withinGap" else None
    return name, gaps


def _read(file: str) -> str:
    return _read_bytes(file).decode()


def _read_bytes(file: str) -> bytes:
    return package_files("mmtree.export").joinpath(file).read_bytes()


@cache
def _script(*kinds: str) -> str:
    """Return all modules as one: each in a scope of its own, which returns its exports.

    Args:
        kinds: the kinds of games that need modules of their own.
    """
    parts: list[str] = []
    found: dict[str, str] = {}
    for file in (*(f"html/kind_{kind}.js" for kind in kinds), "html/main.js"):
        _modules(file, found)
    for module in found.values():
        body, exported = module_body(_insert_texts(_COMMENTS.sub("", module)))
        if names := ", ".join(exported):
            body = f"const {{ {names} }} = (() => {{\n{body}\nreturn {{ {names} }};\n}})();"
        parts.append(body)
    return "\n" + "\n\n".join(parts) + "\n"


def _modules(file: str, found: dict[str, str]) -> None:
    """Find a module and all that it imports, each after those that it imports itself."""
    if file not in found:
        found[file] = text = _read(file)
        for imported in re.findall(r'^(?:import|\}) .*?from "(.+)";$', text, re.M):
            _modules(normpath(f"{dirname(file)}/{imported}"), found)
        found[file] = found.pop(file)  # moves it behind its imports


def _insert_texts(script: str) -> str:
    """Replace ``"$TEXTS"``, ``"$COLORS"``, ``"$BOX"`` and the like by texts and colours."""
    languages = [Texts(language) for language in LANGUAGES]
    tables = {
        "TEXTS": {texts.language: texts.of_page for texts in languages},
        "COLORS": {texts.language: texts.colors for texts in languages},
        "BOX": [f"{name} {FILLS[name]} {mark(FILLS[name])}" for name in BOX],
    }
    for kind in languages[0].of_page_kinds:
        tables[kind.upper()] = {texts.language: texts.of_page_kinds[kind] for texts in languages}
    for name, table in tables.items():
        script = script.replace(
            f'"${name}"', json.dumps(table, ensure_ascii=False, indent=0, separators=(",", ":"))
        )
    return script


def _csp_hash(text: str) -> str:
    return "sha256-" + b64encode(sha256(text.encode()).digest()).decode()


def _manifest(title: str) -> bytes:
    """Return the manifest; its id is the address of the page, since none is given."""
    icons = [("icon.svg", "any"), ("icon-192.png", "192x192"), ("icon-512.png", "512x512")]
    manifest = {
        "name": title,
        "short_name": "Mastermind",
        "start_url": "./",
        "scope": "./",
        "display": "standalone",
        "background_color": "#faf8f4",
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
    script = _read("html/worker.js").replace("$DIGEST", digest.hexdigest())
    return script.replace('"$FILES"', json.dumps(urls)).encode()
