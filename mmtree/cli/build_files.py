"""The files that ``mmtree build`` writes."""

from __future__ import annotations

import os
from contextlib import suppress
from dataclasses import dataclass

import click

from mmtree.errors import DrawingError
from mmtree.files import write_whole
from mmtree.game.code import format_code
from mmtree.game.names import file_name
from mmtree.strategies.catalogue import ROWS, find
from mmtree.tree.file import save
from mmtree.tree.tree import StrategyTree


@dataclass
class BuildFiles:
    """The files of a build; None for one that is not given."""

    tree: str | None
    dot: str | None
    svg: str | None
    checkpoint: str | None

    @property
    def given(self) -> list[str]:
        """The paths that are given."""
        paths = (self.tree, self.dot, self.svg, self.checkpoint)
        return [path for path in paths if path is not None]

    def check_names(self) -> None:
        """Check that the names fit the files and that the drawing program is installed.

        Raises:
            click.UsageError: a name has the ending of another kind of file, is -, or no tree file
                is given and this folder cannot be written to.
            DrawingError: the ``dot`` program is missing.
        """
        if self.svg is not None:
            from mmtree.show.dot.program import check_program

            check_program("svg")
        kinds = (
            ("tree", ".mmtree", self.tree),
            ("Graphviz file", ".dot", self.dot),
            ("drawing", ".svg", self.svg),
            ("checkpoint", "", self.checkpoint),
        )
        for kind, ending, path in kinds:
            if path == "-":
                raise click.UsageError("trees are written to files, not to standard output")
            other = os.path.splitext(path or "")[1]
            if other != ending and other in {".mmtree", ".dot", ".svg", ".pdf", ".png"}:
                raise click.UsageError(f"{path}: the name of a {kind} cannot end in {other}")
        if self.tree is None and not os.access(os.curdir, os.W_OK | os.X_OK):
            raise click.UsageError(
                "this folder cannot be written to: name a file elsewhere with -o"
            )

    def write(self, tree: StrategyTree) -> tuple[list[str], DrawingError | OSError | None]:
        """Save the tree, remove its checkpoint, and draw the tree.

        Without a name for the tree, it gets the default one, and is drawn if that is not too large.

        Returns:
            The files that were written, and the error that stopped the drawing, if any.
        """
        if self.tree is None:
            from mmtree.show.dot.tree import MAX_DRAWN

            stem = _default_stem(tree)
            self.tree = f"{stem}.mmtree"
            if self.dot is None and len(tree) <= MAX_DRAWN:
                self.dot = f"{stem}.dot"
        save(tree, self.tree)
        if self.checkpoint is not None:
            with suppress(FileNotFoundError):
                os.unlink(os.path.realpath(self.checkpoint))
        written = [self.tree]
        try:
            self._draw(tree, written)
        except (DrawingError, OSError) as error:
            return written, error
        return written, None

    def _draw(self, tree: StrategyTree, written: list[str]) -> None:
        """Write the pictures, and add the name of each to the list."""
        if not self.dot and not self.svg:
            return
        from mmtree.show.dot.tree import dot_source, render

        source = dot_source(tree)
        if self.dot:
            write_whole(self.dot, source.encode())
            written.append(self.dot)
        if self.svg:
            write_whole(self.svg, render(source, "svg"))
            written.append(self.svg)


def _default_stem(tree: StrategyTree) -> str:
    """Return a file name with the options of the strategy, such as koyama-lai-max5-4p6c."""
    options = tree.strategy.options
    parts = [tree.strategy.name]
    if "opening" in options:
        parts.append(file_name(format_code(int(options["opening"]), tree.rules)))
    if any(row.name == tree.strategy.name for row in ROWS):
        taken = [option for option in find(tree.strategy.name).options if option.name in options]
        parts += [option.in_name(options[option.name]) for option in taken]
    return "-".join([*parts, str(tree.rules)])
