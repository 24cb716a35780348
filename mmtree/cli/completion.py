"""``mmtree completion``, and the completions that its scripts ask for.

The scripts run ``mmtree`` with the variable ``_MMTREE_COMPLETE``, as the scripts of click do. Those
offer all files instead of trees, in bash none next to the ready-made trees, and do not complete
``--name=value``.
"""

from __future__ import annotations

import os
from typing import ClassVar

import click
from click.shell_completion import (
    BashComplete,
    CompletionItem,
    FishComplete,
    ShellComplete,
    ZshComplete,
)

from mmtree.cli.options import OneOf
from mmtree.cli.output import write_document
from mmtree.errors import MmtreeError

_VARIABLE = "_MMTREE_COMPLETE"
"""The environment variable that the scripts set."""


class _Shell(ShellComplete):
    """A shell that reads completions as lines of kind, value and description, with tabs between.

    The kinds are plain (the value itself), tree (tree files and folders), file and dir.
    """

    def format_completion(self, item: CompletionItem[str]) -> str:
        return f"{item.type}\t{item.value}\t{' '.join((item.help or '').split())}"


class Bash(_Shell, BashComplete):
    """Bash 4.4 or later."""

    source_template: ClassVar[str] = """\
%(complete_func)s() {
    local kind value rest
    COMPREPLY=()
    while IFS=$'\\t' read -r kind value rest; do
        case $kind in
            plain) COMPREPLY+=("$value") ;;
            tree)
                compopt -o filenames
                mapfile -t -O ${#COMPREPLY[@]} COMPREPLY < <(
                    compgen -d -- "$value"
                    compgen -f -X '!*.mmtree' -- "$value"
                )
                ;;
            file)
                compopt -o filenames
                mapfile -t -O ${#COMPREPLY[@]} COMPREPLY < <(compgen -f -- "$value")
                ;;
            dir) compopt -o dirnames ;;
        esac
    done < <(
        COMP_WORDS=$(printf '%%s\\n' "${COMP_WORDS[@]:0:COMP_CWORD+1}") COMP_CWORD=$COMP_CWORD \\
            %(complete_var)s=bash_complete "${1/#\\~/$HOME}" 2>/dev/null
    )
}
complete -o nosort -F %(complete_func)s %(prog_name)s
"""

    def get_completion_args(self) -> tuple[list[str], str]:
        """Return the words before the one to complete, and that one.

        Bash splits ``--name=value`` into three words.
        """
        args, incomplete = super().get_completion_args()
        return [arg for arg in args if arg != "="], incomplete


class Zsh(_Shell, ZshComplete):
    """Zsh."""

    source_template: ClassVar[str] = """\
#compdef %(prog_name)s
%(complete_func)s() {
    local kind value about
    local -a plain
    [[ $words[CURRENT] == --*=* ]] && compset -P '*='
    while IFS=$'\\t' read -r kind value about; do
        case $kind in
            plain) plain+=("${value//:/\\\\:}${about:+:$about}") ;;
            tree)
                _path_files -g '*.mmtree(-.)'
                _path_files -/
                ;;
            file) _files ;;
            dir) _files -/ ;;
        esac
    done < <(
        COMP_WORDS="${(F)words[1,CURRENT]}" COMP_CWORD=$((CURRENT - 1)) \\
            %(complete_var)s=zsh_complete "${(Q)words[1]/#\\~/$HOME}" 2>/dev/null
    )
    (( $#plain )) && _describe -V argument plain
}
if [[ $zsh_eval_context[-1] == loadautofunc ]]; then
    %(complete_func)s "$@"
else
    (( $+functions[compdef] )) || { autoload -Uz compinit && compinit }
    compdef %(complete_func)s %(prog_name)s
fi
"""


class Fish(_Shell, FishComplete):
    """Fish 3.1 or later."""

    source_template: ClassVar[str] = """\
function %(complete_func)s
    set -l command (string replace -r '^~' $HOME -- (commandline -opc)[1])
    set -l token (commandline -ct)
    set -l option (string match -r -- '^--[^=]*=' $token)
    set -l path (string replace -r -- '^--[^=]*=' '' $token)
    for line in (COMP_WORDS=(commandline -cp) COMP_CWORD=$token \\
            %(complete_var)s=fish_complete $command 2>/dev/null)
        set -l parts (string split \\t -- $line)
        switch $parts[1]
            case plain
                printf '%%s\\t%%s\\n' "$option"$parts[2] $parts[3]
            case tree
                complete -C "'' $path" | string match -r -- '^[^\\t]*(?:/|\\.mmtree)(?:\\t.*)?$'
            case file
                complete -C "'' $path"
            case dir
                __fish_complete_directories $path
        end
    end
end
complete --no-files --keep-order --command %(prog_name)s --arguments '(%(complete_func)s)'
"""


SHELLS: dict[str, type[ShellComplete]] = {"bash": Bash, "zsh": Zsh, "fish": Fish}


@click.command()
@click.argument("shell", type=OneOf(SHELLS), metavar="SHELL")
def command(shell: str) -> None:
    """Print the script that lets a shell complete mmtree's commands.

    To complete commands in every new shell, append your shell's line to the file next to it; to
    try it now, type the line.

    \b
    bash  eval "$(mmtree completion bash)"     ~/.bashrc
    zsh   eval "$(mmtree completion zsh)"      ~/.zshrc
    fish  mmtree completion fish | source      ~/.config/fish/config.fish

    SHELL is bash, zsh or fish. Commands, options, strategies, rules, styles, targets and the like
    are completed, and trees: ready-made ones, files *.mmtree and folders. Bash must be 4.4 or
    later.
    """
    cli = click.get_current_context().find_root().command
    write_document([_completion(shell, cli).source().encode()])


def _completion(shell: str, cli: click.Command) -> ShellComplete:
    return SHELLS[shell](cli, {}, "mmtree", _VARIABLE)


def print_completions(cli: click.Command) -> int:
    """Print the completions of the line being typed, and return the exit status.

    A wrong line gets no completions and no error message, which would appear in that line.
    """
    shell = os.environ[_VARIABLE].removesuffix("_complete")
    if shell not in SHELLS:
        return 2
    try:
        completions = _completion(shell, cli).complete()
    except (MmtreeError, click.ClickException, KeyError, ValueError):
        return 2
    write_document([f"{completions}\n".encode()])
    return 0
