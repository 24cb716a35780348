"""CITATION.cff has the keys that CFF 1.2.0 requires and agrees with the package."""

import tomllib

import pytest
import yaml

from mmtree import __version__

from support.environment import ROOT


@pytest.fixture
def citation():
    return yaml.safe_load((ROOT / "CITATION.cff").read_text(encoding="utf-8"))


def test_citation_has_the_required_keys(citation):
    assert {"cff-version", "message", "title", "authors"} <= citation.keys()
    assert citation["cff-version"] == "1.2.0"
    assert citation["type"] == "software"


def test_citation_agrees_with_the_package(citation):
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert citation["version"] == __version__
    assert citation["license"] == project["license"]
    assert set(citation["keywords"]) <= set(project["keywords"])
    assert citation["title"].partition(": ")[2].lower() == project["description"].lower()


def test_authors_are_the_copyright_holders(citation):
    [holder] = [author["name"] for author in citation["authors"]]
    assert f" {holder}\n" in (ROOT / "LICENSE").read_text(encoding="utf-8")
