"""Follows the sections "Adding …" of the READMEs in a copy of mmtree."""

import doctest
import re
import shutil

from support.environment import ROOT, TREES, python
from support.readmes import Readme, commands


class Recipe:
    """A recipe, and a copy of mmtree to follow it in.

    Args:
        room: a folder of mmtree whose README has one recipe.
        place: an empty folder for the copy.
    """

    def __init__(self, room, place):
        [self.text] = Readme(f"mmtree/{room}/README.md").recipes
        self.blocks = re.findall(r"^```(?:python|toml)\n(.*?)^```$", self.text, re.M | re.S)
        self.function, self.row = self.blocks
        shutil.copytree(
            ROOT / "mmtree", place / "mmtree", ignore=shutil.ignore_patterns("__pycache__")
        )
        self.room = place / "mmtree" / room
        shutil.copytree(TREES, place / "trees")
        self.folder = place

    def add_row(self, module, after):
        """Insert the row of the recipe into a module, after this line."""
        path = self.room / module
        assert path.read_text().count(f"\n{after}\n") == 1
        row = self.row.rstrip().removesuffix(",")
        path.write_text(path.read_text().replace(f"\n{after}\n", f"\n{after}\n{row},\n"))

    def run(self, *arguments, input=""):
        """Run Python with the copy, in the folder with the trees."""
        return python(*arguments, cwd=self.folder, input=input, PYTHONPATH=str(self.folder))

    def check_commands(self, least):
        """Check that the commands print what the recipe shows."""
        found = commands("".join(re.findall(r"^```console\n(.*?)^```$", self.text, re.M | re.S)))
        assert len(found) >= least
        for command, output in found:
            program, *arguments = command.split()
            assert program == "mmtree"
            result = self.run("-m", "mmtree", *arguments)
            assert result.stdout + result.stderr == output

    def check_python(self, least):
        """Check that Python prints what the recipe shows."""
        [block] = re.findall(r"^```pycon\n(.*?)^```$", self.text, re.M | re.S)
        assert len(doctest.DocTestParser().get_examples(block)) >= least
        code = f"import doctest; doctest.run_docstring_examples({block!r}, {{}})"
        result = self.run("-c", code)
        assert (result.stdout, result.stderr) == ("", "")
