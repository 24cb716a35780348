"""The command ``mmtree``, also as ``python -m mmtree``; Ctrl-C gives no traceback at any time."""

import os

try:
    import gc
    import signal
except KeyboardInterrupt:
    os._exit(130)


def main() -> None:
    """Run the command and exit with its status."""
    # Until the command listens, while click is imported, and after it, while Python shuts down,
    # there is nothing to clean up, and a traceback would not help.
    try:
        if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
            signal.signal(signal.SIGINT, lambda number, frame: os._exit(128 + number))
    except KeyboardInterrupt:
        os._exit(128 + signal.SIGINT)
    # Cyclic garbage is searched for among all that is imported: rarely while a command works, and
    # not while Python shuts down. That is a seventh of a build of 4p6c.
    gc.set_threshold(100_000)
    from mmtree.cli.main import main as command

    try:
        command()
    finally:
        gc.freeze()


if __name__ == "__main__":
    main()
