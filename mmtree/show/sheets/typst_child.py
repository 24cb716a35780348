"""The process that runs Typst: arguments on standard input, results on standard output.

It imports nothing of mmtree, so that it starts fast.
"""

import sys

import msgpack
import typst


def main() -> None:
    """Compile the template that standard input names; a text on standard output is an error."""
    template, arguments = msgpack.unpackb(sys.stdin.buffer.read())
    try:
        made = typst.compile(template, **arguments)
    except typst.TypstError as error:
        made = str(error)
    sys.stdout.buffer.write(msgpack.packb([made] if isinstance(made, bytes) else made))


if __name__ == "__main__":
    main()
