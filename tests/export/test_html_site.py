"""The page as a site: installed from a web server, it opens without a network."""

import base64
import json
import threading
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer

import pytest

from mmtree import load
from mmtree.export.html.html import site

from support.environment import KNUTH, SMALL
from support.expected_games import games
from support.webpage import go, guided_game, press_digits, wait

FILES = [
    *("index.html", "manifest.webmanifest", "icon.svg", "icon-192.png", "icon-512.png"),
    *("icon-maskable.png", "sw.js"),
]
GONE = """async (cache) => {
  while ((await caches.keys()).includes(cache)) await new Promise((done) => setTimeout(done, 20));
}"""
CACHES = "async () => (await caches.keys()).map((name) => name.split(' '))"


class Handler(SimpleHTTPRequestHandler):
    def log_message(self, *args):
        self.server.requests.append(self.path)

    def send_head(self):
        del self.headers["If-Modified-Since"]  # the tests change files within a second
        return super().send_head()


@contextmanager
def serve(folder):
    """Serve a folder, until the block ends or stop() is called."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Handler, directory=str(folder)))
    server.requests = []
    server.address = f"http://127.0.0.1:{server.server_port}"
    thread = threading.Thread(target=server.serve_forever)
    thread.start()

    def stop():
        if thread.is_alive():
            server.shutdown()
            thread.join()
        server.server_close()

    server.stop = stop
    try:
        yield server
    finally:
        stop()


def write(folder, trees, **options):
    folder.mkdir(parents=True, exist_ok=True)
    for name, data in site(trees, **options).items():
        (folder / name).write_bytes(data)


def wait_for_worker(page):
    """Wait until the service worker has stored all files."""
    page.evaluate(
        """async () => {
          const { active } = await navigator.serviceWorker.ready;
          if (active.state !== "activated") {
            await new Promise((done) => {
              active.onstatechange = () => active.state === "activated" && done();
            });
          }
        }"""
    )


@pytest.mark.slow
def test_site_opens_offline_after_the_first_visit(knuth, words, visit, tmp_path):
    below = "games/mastermind/"
    write(tmp_path / below, [("knuth-4p6c", knuth)])
    with serve(tmp_path) as server:
        page = visit(f"{server.address}/{below}")
        wait_for_worker(page)
        loaded = {path.removeprefix(f"/{below}") for path in server.requests}
        assert loaded >= {"", *FILES} - {"index.html"}
        server.stop()
        page.context.set_offline(True)
        page.reload()
        wait(page)
        go(page, "guide")
        rows = guided_game(page, 777, words, press_digits)
        assert rows == games(knuth)[777]
        for address in ("", "index.html", "?source=home", "index.html?x#guide/AABB/11"):
            other = page.context.new_page()
            other.goto(f"{server.address}/{below}{address}")
            wait(other)
        assert other.get_by_role("heading", level=2).inner_text() == "The answer to guess 2?"


@pytest.mark.slow
def test_new_version_replaces_the_old_one(knuth, visit, tmp_path):
    """Only its own: other caches of the same host stay, also those of another site."""
    write(tmp_path, [("knuth-4p6c", knuth)], title="The first")
    write(tmp_path / "other", [("knuth-4p6c", knuth)], title="The other")
    with serve(tmp_path) as server:
        page = visit(server.address)
        wait_for_worker(page)
        page.evaluate("caches.open('foreign')")
        page.goto(f"{server.address}/other/")
        wait_for_worker(page)
        before = page.evaluate(CACHES)
        write(tmp_path, [("knuth-4p6c", knuth)], title="The second")
        page.goto(server.address)
        assert page.title() == "The first"  # and loads the second one for the next time
        page.evaluate(GONE, " ".join(before[0]))
        server.stop()
        page.context.set_offline(True)
        page.reload()
        assert page.title() == "The second"
        after = page.evaluate(CACHES)
    assert [name[:2] for name in before] == [
        ["mmtree", f"{server.address}/"],
        ["foreign"],
        ["mmtree", f"{server.address}/other/"],
    ]
    assert sorted(before[1:]) == sorted(name for name in after if name in before)
    assert len(after) == 3


@pytest.mark.slow
def test_browser_accepts_manifest_and_icons(knuth, visit, tmp_path):
    write(tmp_path, [("knuth-4p6c", knuth)], title="Guess & win")
    with serve(tmp_path) as server:
        page = visit(f"{server.address}/#guide")
        wait_for_worker(page)
        chrome = page.context.new_cdp_session(page)
        response = chrome.send("Page.getAppManifest")
        assert response["errors"] == []
        assert response["url"] == f"{server.address}/manifest.webmanifest"
        manifest = json.loads(response["data"])
        assert manifest["name"] == "Guess & win"
        for icon in manifest["icons"]:
            size = page.evaluate(SIZE, icon["src"])
            assert icon["sizes"] in ("any", f"{size[0]}x{size[1]}")
        errors = chrome.send("Page.getInstallabilityErrors")["installabilityErrors"]
        assert errors == []


SIZE = """async (address) => {
  const image = Object.assign(new Image(), { src: address });
  await image.decode();
  return [image.naturalWidth, image.naturalHeight];
}"""
PIXELS = """async ([drawing, whole, picture]) => {
  const pixels = async (address, prepare = () => {}) => {
    const image = Object.assign(new Image(), { src: address });
    await image.decode();
    const canvas = Object.assign(document.createElement("canvas"), { width: 192, height: 192 });
    const pen = canvas.getContext("2d");
    prepare(pen);
    pen.drawImage(image, 0, 0, 192, 192);
    return pen.getImageData(0, 0, 192, 192).data;
  };
  const ground = (pen) => {
    pen.fillStyle = "#1d3b36";
    if (whole) pen.fillRect(0, 0, 192, 192);
  };
  const [wanted, drawn] = [await pixels(drawing, ground), await pixels(picture)];
  let most = 0;
  for (let i = 0; i < wanted.length; i += 4) {
    if (!wanted[i + 3] && !drawn[i + 3]) continue;
    for (const part of wanted[i + 3] < 128 ? [3] : [0, 1, 2, 3]) {
      most = Math.max(most, Math.abs(wanted[i + part] - drawn[i + part]));
    }
  }
  return most;
}"""


@pytest.mark.parametrize(
    ("file", "whole"),
    [("icon-192.png", False), ("icon-512.png", False), ("icon-maskable.png", True)],
)
def test_icons_look_like_the_drawing(file, whole, browser):
    """Chromium draws both; it rounds corners a sixth of a pixel more than a circle does."""
    made = site([("small", load(SMALL))])
    page = browser.new_page()
    sized = made["icon.svg"].replace(b"<svg", b'<svg width="192" height="192"')
    drawing = f"data:image/svg+xml;base64,{base64.b64encode(sized).decode()}"
    picture = f"data:image/png;base64,{base64.b64encode(made[file]).decode()}"
    assert page.evaluate(PIXELS, [drawing, whole, picture]) < 100
    page.close()


@pytest.mark.slow
def test_page_of_a_site_also_opens_as_a_file(knuth, visit, tmp_path):
    write(tmp_path, [("knuth-4p6c", knuth)])
    page = visit((tmp_path / "index.html").as_uri())
    assert page.locator("link[rel=manifest]").count() == 0


def test_policy_allows_manifest_and_worker_of_the_same_server():
    text = site([("small", load(SMALL))])["index.html"].decode()
    policy = text.partition('Content-Security-Policy" content="')[2].partition('"')[0].split("; ")
    assert policy[0] == "default-src 'none'"
    assert [part for part in policy if "sha256" not in part][1:] == [
        "img-src data: 'self'",
        "manifest-src 'self'",
        "worker-src 'self'",
        "base-uri 'none'",
        "form-action 'none'",
    ]


def test_same_trees_give_the_same_site_and_other_texts_another_cache():
    trees = [("small", load(SMALL))]
    first, second, other = site(trees), site(trees), site(trees, title="Another")
    assert first == second
    assert list(first) == FILES
    changed = [name for name in first if first[name] != other[name]]
    assert changed == ["index.html", "manifest.webmanifest", "sw.js"]


def test_command_writes_a_site_and_leaves_other_files_alone(mmtree, tmp_path):
    folder = tmp_path / "new" / "site"
    result = mmtree("export", KNUTH, "--to", "html", "--site", "new/site")
    assert (result.status, result.err) == (0, "")
    assert result.out == f"wrote new/site: {', '.join(FILES)}\n"
    assert sorted(path.name for path in folder.iterdir()) == sorted(FILES)
    sources = {"knuth": "Knuth 1976"}
    expected = site([("knuth-4p6c", load(KNUTH))], sources=sources)
    assert {path.name: path.read_bytes() for path in folder.iterdir()} == expected
    (folder / "CNAME").write_text("example.org")
    mmtree("export", KNUTH, "--to", "html", "--site", "new/site/", "--title", "Other")
    assert (folder / "CNAME").read_text() == "example.org"
    assert b"<title>Other</title>" in (folder / "index.html").read_bytes()
    assert len(list(folder.iterdir())) == len(FILES) + 1


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (["--to", "html", "--site", "file"], "file: is not a folder"),
        (["--to", "html", "--site", "file/in"], "file: is not a folder"),
        (["--to", "html", "--site", "holder"], "holder/sw.js: is a folder, not a file"),
        (["--to", "html", "--site", "own"], "own/index.html: is no page of mmtree: move it, or"),
        (["--to", "html", "--address", "ftp://a"], "'ftp://a' is not an address such as https://"),
        (["--to", "html", "--address", "https://a/#b"], "'https://a/#b' is not an address"),
        (["--to", "html", "--site", ""], "a site is written to a folder: use --site DIR"),
        (["--to", "html", "--site", "-"], "a site is written to a folder: use --site DIR"),
        (["--to", "html", "--site", "a", "-o", "b"], "-o cannot be used with --site"),
        (["--to", "html", "--site", "a", "--title", ""], "the title must have 1 to 120"),
        (["--to", "c", "--site", "a"], "--site cannot be used with --to c, only with html"),
        (["--to", "yaml", "--site", "a"], "--site cannot be used with --to yaml, a notation"),
    ],
)
def test_command_refuses_wrong_folders_and_options(arguments, why, refused, tmp_path):
    (tmp_path / "file").write_text("mine")
    (tmp_path / "holder" / "sw.js").mkdir(parents=True)
    (tmp_path / "own").mkdir()
    (tmp_path / "own" / "index.html").write_text("<p>My own page")
    assert why in refused("export", KNUTH, *arguments)
