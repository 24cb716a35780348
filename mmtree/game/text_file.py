"""Text files that people make: lists of words and tables, in any encoding of a spreadsheet."""

import codecs
from collections.abc import Callable

from mmtree.errors import RulesError
from mmtree.files import read_within

Note = Callable[[str], object]
"""A function that is called with each line that the user should know of an input."""


def ignore(line: str) -> None:
    """Take no notice of a line: where no :data:`Note` is given."""


def read_text(path: str, most: int, note: Note) -> str:
    """Return the text of a file in UTF-8, UTF-16 with its mark, or else Windows-1252.

    Args:
        path: the name of the file.
        most: the bytes that it may have.
        note: called where the encoding is guessed.

    Raises:
        RulesError: the file cannot be read, is too large, or is no text.
    """
    try:
        data = read_within(path, most)
    except OSError as error:
        raise RulesError(f"{path}: {error.strerror or error}") from None
    if len(data) > most:
        raise RulesError(f"{path} has more than {most} bytes")
    wide = data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE))
    try:
        return data.decode("utf-16" if wide else "utf-8-sig")
    except UnicodeDecodeError as error:
        try:
            if wide or b"\0" in data:
                raise error
            text = data.decode("cp1252")
        except UnicodeDecodeError:
            encoding = "UTF-16" if wide else "UTF-8"
            raise RulesError(
                f"{path} is not text in {encoding}: byte {error.start} is wrong: save it as plain "
                "text, a table as CSV"
            ) from None
        note(f"{path} is not text in UTF-8, so it is read as Windows-1252: save it in UTF-8")
        return text
