"""The exceptions of mmtree.

Most classes also subclass a matching built-in exception. Each message is one line that says what is
wrong and, if possible, what would be right; the commands print it unchanged.
"""


class MmtreeError(Exception):
    """Base of every error that mmtree raises on purpose."""


class RulesError(MmtreeError, ValueError):
    """Rules that cannot be parsed, or that define no game."""


class CodeError(MmtreeError, ValueError):
    """A code that cannot be read or does not belong to the rules."""


class FeedbackError(MmtreeError, ValueError):
    """A feedback that cannot be read, or is impossible at this point of a game."""


class StrategyError(MmtreeError, ValueError):
    """An unknown strategy, or an option that a strategy does not take."""


class NoTreeError(MmtreeError):
    """A proof that no strategy tree meets the request."""


class SizeError(MmtreeError, MemoryError):
    """The arrays of the rules would not fit into memory; raised before they are allocated."""


class KernelError(MmtreeError, RuntimeError):
    """A kernel that is missing, or that lacks a requested feature."""


class ClusterError(MmtreeError, RuntimeError):
    """A cluster that cannot be reached or used, or has been lost."""


class CheckpointError(MmtreeError, ValueError):
    """A file that is not a checkpoint of the requested search."""


class TreeError(MmtreeError, ValueError):
    """Nodes that do not form a strategy tree of their rules."""


class DrawingError(MmtreeError, RuntimeError):
    """A picture that is too large, or for which the ``dot`` program is missing or fails."""


class SheetError(MmtreeError, ValueError):
    """A sheet that does not fit its paper, or cannot be made in this form."""


class ChartError(MmtreeError, RuntimeError):
    """A chart that cannot be drawn, or for which matplotlib is missing."""


class ExportError(MmtreeError, ValueError):
    """A tree that a target cannot hold, or a name it cannot take."""


class ExpectationError(MmtreeError, ValueError):
    """An expected figure that cannot be read."""


class _FileError(ValueError):
    """A file with wrong content.

    Attributes:
        path: the file as the caller named it.
        reason: the error, in one line.
    """

    def __init__(self, path: str, reason: str, *, is_named: bool = False) -> None:
        """Create the error; ``is_named`` says that the reason names the file."""
        super().__init__(reason if is_named else f"{path or repr(path)}: {reason}")
        self.path = path
        self.reason = reason


class TreeFileError(MmtreeError, _FileError):
    """A file that is not a readable strategy tree; it has the attributes path and reason."""


class CertificateError(MmtreeError, _FileError):
    """A file that is not a certificate of the value of a game."""


class ProofError(MmtreeError, _FileError):
    """A file that does not prove its statements; the reason names the record, if it is in one."""


class GameFileError(MmtreeError, _FileError):
    """A file that is not a log of games."""


class NotationError(MmtreeError, ValueError):
    """A text that is not a tree in the given notation.

    Attributes:
        path: the file as the caller named it.
        place: line and column, counted from 1, or None for the whole text.
        reason: what is wrong there, in one line.
    """

    def __init__(self, path: str, place: tuple[int, int] | None, reason: str) -> None:
        where = f", line {place[0]}, column {place[1]}" if place else ""
        super().__init__(f"{path or repr(path)}{where}: {reason}")
        self.path = path
        self.place = place
        self.reason = reason


class OpeningsFileError(MmtreeError, _FileError):
    """A file that is not a list of openings with their figures."""
