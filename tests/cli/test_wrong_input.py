"""Every command refuses wrong input in one line, with exit status 2, and changes no file."""

import shlex

import pytest

from mmtree import build_tree, save
from mmtree.tree import ready_made

from support.environment import KNUTH, SMALL

ROWS = """
build | --strategy is missing: koyama-lai finds the best tree; others are lexicographic,
build --strategy koyama | unknown strategy 'koyama': did you mean 'koyama-lai'?
build --strategy knuth --rules 4x6 | unknown rules '4x6': write PEGSpCOLORSc
build --strategy knuth --rules 4p6c-blak | unknown rules '4p6c-blak': did you mean '4p6c-black'?
build --strategy knuth --rules '4p6c_distnct secret' | did you mean '4p6c-distinct-secrets'?
build --strategy knuth --rules 9p36c | codes, and a tree names every one
build --strategy knuth --opening AABX | 'X' in code 'AABX' is not a colour
build --strategy knuth --seed 1 | does not take --seed: it takes --opening (--seed is for
build --strategy knuth --max-guesses 5 | (--max-guesses is for irving-exact, koyama-lai, beam, least-max)
build --strategy random --objective expected |
    random does not take --objective: it takes --opening, --seed
build --strategy koyama-lai --max-guesses 0 | must be a whole number of at least 1, got '0'
build --strategy koyama-lai --objective best | 'best' is not one of expected,
build --strategy koyama-lai --objective most-within | 'most-within' is not one of expected, worst-then-expected, fewest-at-max, most-within:N; N is
build --strategy koyama-lai --objective most-within:0 | number of at least 1, got '0'
build --strategy koyama-lai --objective most-within:9999999 |
    --objective must be a whole number from 1 to 1000000, got 9999999
build --strategy koyama-lai --objective fewest-at-max --fewest-at-max |
    --objective and --fewest-at-max exclude each other: give only one
build --strategy koyama-lai --objective most-within:4 --rules 6p8c |
    the prices for 262144 secrets are too large; limit the guesses by --max-guesses
build --strategy knuth -o no/such/folder | there is no folder 'no/such'
build --strategy knuth -o '' | an output file needs a name
build --strategy knuth -o a.svg | a.svg: the name of a tree cannot end in .svg
build --strategy knuth -o a --dot ./a | ./a: is written to, too
build --strategy knuth --dot knuth-4p6c.mmtree | a Graphviz file cannot end in .mmtree
build --strategy knuth -o - | not to standard output
build --strategy knuth --opening 6 --symbols runes | 'runes' is not one of
build --strategy random --seed 9223372036854775808 |
    mmtree: --seed must be a whole number from 0 to 9223372036854775807, got 9223372036854775808
build --strategy koyama-lai --max-guesses 99999999999999999999999 |
    mmtree: --max-guesses must be a whole number from 1 to 9223372036854775807, got 999
build --strategy koyama-lai --below 5000 --objective worst-then-expected |
    give a tree, or its max as --max-guesses without --objective (see mmtree build
build --strategy koyama-lai --jobs 0 | must be a whole number from 1 to 1024, got '0'
build --strategy knuth --checkpoint a |
    does not take --checkpoint: it takes --opening (--checkpoint is for koyama-lai)
build --strategy koyama-lai --checkpoint a.mmtree | a checkpoint cannot end in .mmtree
build --strategy koyama-lai --checkpoint - | not to standard output
build --strategy koyama-lai --checkpoint . | is a folder, not a file
build --strategy koyama-lai --checkpoint no/such | there is no folder 'no'
build --strategy koyama-lai -o a --checkpoint a | a: is written to, too
build --strategy knuth --dot . | is a folder, not a file
build --strategy knuth --colour | No such option
build knuth | unexpected argument 'knuth': did you mean --strategy knuth?
build knuth --strategy knuth | unexpected argument 'knuth' (
biuld | unknown command 'biuld': did you mean 'build'?
xyz | unknown command 'xyz' (see mmtree --help)
help | unknown command 'help': did you mean mmtree --help?
Knuth | did you mean mmtree build --strategy knuth?
a.mmtree | did you mean mmtree play a.mmtree?
knuth-4p6c | did you mean mmtree play knuth-4p6c?
build -s knuth | Did you mean --strategy or --symbols or --seed or --samples?
build -z | No such option '-z'. (see mmtree build --help)
build --strategy | requires an argument. (see mmtree build --help)
--frob | No such option
play none | no file or ready-made tree called none
play knuth-4p6c --secret AAB | has 3 pegs
play knuth-4p6c --symbols runes | 'runes' is not one of
play knuth-4p6c FEDC | unexpected argument 'FEDC': did you mean --secret FEDC?
play --break --make | --break and --make cannot be combined
play --seed 1 | --seed needs --break
play --make --pattern AABC | --pattern needs --break
play --hidden | --hidden needs --break
play --break --pattern AABCD | no secret of 4p6c has pattern 'AABCD': use AA
play --break --seed -1 | must be a whole number of at least 0, got '-1'
play --break --secret AABC --seed 1 | --seed and --secret cannot be combined
play --break --secret AABC --hidden | --hidden and --secret cannot be combined
play --break --hidden --seed 1 | --seed and --hidden cannot be combined
play --review a --log b | --review plays no game: omit --break
play --review none | none: No such file or directory
play --log a/b | a/b: there is no folder 'a'
play --log - | a game is appended to a file, not to standard output
export none.mmtree --to c | none.mmtree: No such file
export knuth-4p6c | Missing option '--to'
export knuth-4p6c --to cobol | 'cobol' is not one of 'c', 'arduino'
export knuth-4p6c --to c --layout tight | 'tight' is not one of 'dense', 'seed'
export knuth-4p6c --to javascript --layout seed | javascript has no layout 'seed': use dense
export knuth-4p6c --to packed -o - | players are written to a folder: use -o DIR
export knuth-4p6c --to c -o x.c | x.c: -o must be a folder
export knuth-4p6c --to irving --name a | --name cannot be used with --to irving, a nota
export knuth-4p6c --to yaml --layout dense | --layout cannot be used with --to yaml
export knuth-4p6c --to yaml --title a | --title cannot be used with --to yaml
export knuth-4p6c knuth-4p6c --to yaml | --to yaml takes one FILE, not 2; only html takes several
export knuth-4p6c --to c --symbols digits |
    --symbols cannot be used with --to c, only with notations
export knuth-4p6c --to yaml -o a.mmtree | a.mmtree: tree files have this ending
export bulls-and-cows --to irving | bulls-and-cows:
export koyama-lai-bulls-and-cows --to irving --symbols digits1 | too many colours for digits from 1
prove | name a tree FILE, or give --max-guesses N or --below N
prove knuth-4p6c | the tree is not called optimal, so there is nothing to prove
prove koyama-lai-4p6c --below 5 | are for proofs without FILE
prove nothing | no file or ready-made tree called nothing
prove --rules 4p6c-distinct-secrets-consistent --opening AABC --below 9 | allows only secrets as guesses
prove --below 0 | must be a whole number from 1 to
prove --below 5 -o - | a certificate is written to a file, not to standard output
prove --below 5 -o a.mmtree | tree files have this ending
prove --below 5 -o no/a.proof | there is no folder 'no'
prove --below 5 --opening AAAZ | AAAZ
static find | Missing argument 'RULES'
static find 4p | unknown rules '4p'
static find 2p3c --guesses 0 | must be a whole number of at least 1, got '0'
static find 2p3c --guesses 10 | --guesses must be at most 9, the codes of 2p3c
static find 2p12c --symbols digits | 2p12c has too many colours for digits from 0
static find 2p3c --tries -1 | must be a whole number from 0 to 10000000, got '-1'
static find 9p36c | 9p36c has 101559956668416 codes: static guesses are searched for among
value 5p9c | 5p9c has 59049 codes: values are found for at most 10000
value 2p2c --quick | --quick needs --check FILE
value 2p2c --check a | --check takes only a certificate
value --check a -o b | --check takes only a certificate
value --check nothing | nothing: No such file or directory
value --check . | .: Is a directory
value 2p2c 2p3c -o a | -o takes the certificate of one game
value 2p2c -o - | not to standard output
openings | Missing argument 'STRATEGY'
openings knut | unknown strategy 'knut': did you mean 'knuth'?
openings knuth --seed 1 | strategy knuth does not take --seed
openings random --seed 99999999999999999999999 |
    mmtree: --seed must be a whole number from 0 to 9223
openings knuth --sort 'max guesses' | 'max guesses' is not one of
openings knuth --rows 0 | must be a whole number of at least 1, got '0'
openings knuth -o a.txt | a.txt: give it the ending .json or .csv
openings knuth -o no/a.csv | there is no folder 'no'
dot none | no file or ready-made tree called none. `mmtree trees` lists them
dot knuth-4p6c --from 40 | 4b0w ends the game: nothing follows it
dot knuth-4p6c --from 13 20 | no branch for feedback 1b3w: possible are 0b0w
dot knuth-4p6c --from '' | unknown feedback ''
dot knuth-4p6c knuth-4p6c | one file is drawn at a time
dot knuth-4p6c -o a.mmtree | ending must be one of
dot knuth-4p6c -o a.png --format svg | the ending must be svg
sheet none | no file or ready-made tree called none. `mmtree trees` lists them
sheet knuth-4p6c -o a.jpg | the ending must be one of pdf, svg, html, txt
sheet knuth-4p6c -o a.pdf --format txt | the ending must be txt
sheet knuth-4p6c -o no/a.pdf | there is no folder 'no'
sheet knuth-4p6c -o a.txt/ | a.txt/: is a folder, not a file
sheet knuth-4p6c --style banner | 'banner' is not one of 'card'
sheet knuth-4p6c --paper a5 | 'a5' is not one of 'a4', 'letter', 'card', 'a1', 'a2',
sheet knuth-4p6c --paper a3 | a card is not printed on a3: take --paper a4 or letter
sheet knuth-4p6c --style poster --paper A4 | not printed on a4: take --paper a1, a2,
sheet knuth-4p6c --fold | --fold is for a booklet: a card is not folded
sheet knuth-4p6c --style pocket --fold | --fold is for a booklet: a pocket card is not
sheet knuth-4p6c --style booklet --fold --format txt | --fold is for pdf and svg
sheet knuth-4p6c --max-pages 9 -o a.html | for pdf and svg: html has no pages
import none.irving | none.irving: No such file
import '' --from irving | '': No such file
import none | none: No such file
import a.txt | a.txt: is empty
import a.irving --guesses a.txt | --guesses is for words: give their list with --rules FILE
import a.irving --from xml | 'xml' is not one of 'irving', 'punchcard'
import a.irving --symbols names | 'names' is not one of 'letters', 'digits'
import a.irving -o - | a tree cannot be written to standard output
import a.irving -o a.irving | a.irving: a tree file cannot end in .irving: use .mmtree
import a.irving -o none/b | there is no folder
import - --from irving | standard input has no name: give -o FILE
import - -o a.mmtree | standard input: is empty
import a.irving | a.irving, line 2, column 4: expected ',', ';' or ')', found the end of
import '' | '': No such file
import . | .: Is a directory
static check | no codes given: write codes such as 0110 1243, or --from FILE
static check --from - | no codes given
static check --from none | none: No such file or directory
static check --from '' | --from needs the name of a file, or - for standard input
static check 0011 '' | code '' has no pegs: write codes such as 0110 1243
static check --from bytes | bytes: not a text file
static check --from long | long: longer than 1048576 characters
static check 0011 001 | code '001' has 3 pegs: 4p6c has 4
static check '00!1' | '!' in code '00!1' is not a colour: 4p6c has letters A to F or digits 0 to 5
static check 0000000000 | 10 pegs: the number of pegs must be from 1 to 9
static check 0011 --symbols digits1 | '0' in code '0011' is not a colour
static check 0011 --rules 4p6c-distinct | code '0011' repeats a colour
static check 00000000 --rules 8p10c | 8p10c has 100000000 secrets: at most 1000000
static check AB --rules 2p12c --symbols digits | too many colours for digits from 0
build --strategy beam --effort 0 | must be a whole number from 1 to 9, got '0'
build --strategy beam --time 0s | must be at least 1s, got '0s'
build --strategy beam --time soon | 'soon' is not a time: write 90s, 10m or 2h
build --strategy knuth --time 9s |
    knuth does not take --time: it takes --opening (--time is for koyama-lai, beam)
build --strategy beam --gap 1% | beam does not take --gap
build --strategy koyama-lai --gap 1 | '1' is not from 0% to below 100%: write 0.5% or 1%
build --strategy koyama-lai --gap 1% --cluster nowhere | --gap: the search of a --cluster cannot end
build --strategy koyama-lai --gap 100% | '100%' is not from 0% to below 100%
build --strategy koyama-lai --gap 1% --below 5625 |
    --gap: --below 5625 may leave no tree; give a tree instead
build --strategy koyama-lai --time 9s --fewest-at-max |
    --time: only searches for the least total can end early; leave out --objective and
build --strategy knuth --effort 3 | knuth does not take --effort
build --strategy knuth --improve x |
    knuth does not take --improve: it takes --opening (--improve is for beam)
build --strategy beam --below 80 |
    strategy beam does not take --below: it takes --opening, --effort,
build --strategy beam --checkpoint c | beam does not take --checkpoint
build --improve x --rules 3p4c | --improve: the tree is for 3p3c, not for 3p4c
build --improve x --opening ABC | --improve: the tree opens AAB, not ABC
build --improve x --max-guesses 3 | --improve: the tree takes 4 guesses, not 3
build --improve text | text: not a msgpack tree file
build --improve nothing | no file or ready-made tree called nothing
build --strategy beam --rules 7p12c | at most 3000000 are supported
bounds nonsense | unknown rules 'nonsense'
bounds 4p6c 5p8c | unexpected extra argument
compare | Missing argument 'FILE...'
compare knuth-4p6c | two trees or more are compared: name another one
compare knuth-4p6c koyama-lai-3p2c |
    but knuth-4p6c is of 4p6c, koyama-lai-3p2c is of 3p2c (see mmtree compare
compare knuth-4p6c knuth | did you mean 'knuth-4p6c'?
hardest | Missing argument 'FILE'
hardest text | not a msgpack tree file
hardest knuth-4p6c --count -1 | must be a whole number of at least 0, got '-1'
hardest koyama-lai-bulls-and-cows --symbols digits1 | too many colours for digits
claims --rules 4p9c | no claim is about 4p9c; there are claims about 4p6c,
claims knuth | Got unexpected extra argument (knuth)
export knuth-4p6c --to html --title '' | the title must have 1 to 120 printable characters
export knuth-4p6c --to html --names red,blue | 2 colours in 'red,blue': 4p6c has 6
export knuth-4p6c --to html --layout dense |
    --layout cannot be used with --to html: a page has only one
export knuth-4p6c --to html --name mm | --name cannot be used with --to html: -o names the page
export knuth-4p6c --to html nothing.mmtree | nothing.mmtree
export knuth-4p6c --to html -o no/folder.html | no
export knuth-4p6c --to html -o page.pdf | page.pdf: the ending must be html
trees knuth4p6c | no ready-made tree called knuth4p6c: did you mean 'knuth-4p6c'?
trees knuth-4p6c.mmtree | did you mean 'knuth-4p6c'?
trees knuth-4p6c a | no ready-made tree called a. `mmtree trees` lists them
trees mastermind | called mastermind: did you mean --rules 4p6c?
trees --rules 3p9c | no ready-made tree for 3p9c; there are trees for 3p2c, 3p11c, 3p12c,
trees --rules 5p7c knuth-4p6c kooi-4p6c |
    mmtree: none of the named trees is for 5p7c: they are for 4p6c (see mmtree
verify | Missing argument 'FILE...'.
verify none.mmtree | none.mmtree: No such file or directory
verify knuth-4p6c --average x | average must be a number such as 4.476 or 5801/1296, got 'x'
verify knuth-4p6c --max 0 | must be a whole number of at least 1, got '0'
verify . | .: Is a directory
verify text | text: not a msgpack tree file
info | Missing argument 'FILE'.
info none | no file or ready-made tree called none. `mmtree trees` lists them
info a b | Got unexpected extra argument (b)
bench 2p2c | no total of 2p2c is known; RULES can be 4p6c
"""
"""A command line, a bar and a part of its message, which may follow on a line of its own."""

SLOW_ROWS = """
dot knuth-4p6c --from 31 | is impossible
dot knuth-4p6c --from x | unknown feedback
dot knuth-4p6c --guesses 0 | must be a whole number of at least 1, got '0'
dot knuth-4p6c -o a.jpg | ending must be one of dot, svg, pdf, png
dot knuth-4p6c --pages | No such option
dot knuth-4p6c -o no/a.dot | there is no folder 'no'
sheet knuth-4p6c --names red | 1 colour in 'red': 4p6c has 6
sheet knuth-4p6c --names red,blue | 2 colours in 'red,blue': 4p6c has 6
sheet knuth-4p6c --names red,blue,gren,white,black,pink | did you mean 'green'
sheet koyama-lai-3p2c --names rot,grun --language de | 'grun': did you mean 'grün'?
sheet koyama-lai-3p2c --style booklet -o - --format svg | 4 pages of svg need 4 file
sheet knuth-4p6c --title ' ' | the title must have 1 to 120 printable
sheet koyama-lai-3p2c --title '日' | the typeface has no '日': write it in Latin letters
sheet knuth-4p6c --language nl | 'nl' is not one of 'en', 'de', 'fr'
sheet knuth-4p6c --names aaaaaaaaaaaaaaaaaaaaaaaaa,red | a name has at most 24 characters
sheet knuth-4p6c --names 'red blue green yellow white black' | a comma after it: red,blue
sheet koyama-lai-3p12c --symbols digits | 3p12c has too many colours for digits from
"""

FILES = {
    "a.irving": b"16 (11: 1,\n  4",
    "a.txt": b"",
    "bytes": b"\xff\xfe\x00",
    "long": b"0011 " * 300_000,
    "text": b"no tree",
}
"""Files that some of the commands read; x is a tree of 3p3c."""

ALSO = {"trees": ["--json"], "claims": ["--check"]}
"""Options with which these commands refuse the same."""


def rows(text, *marks):
    """Return the commands and messages of a table."""
    lines = text.strip().replace("\n    ", " ").splitlines()
    assert all(line.count(" | ") == 1 for line in lines)
    return [
        pytest.param(*line.split(" | "), marks=marks, id=line.partition(" | ")[0]) for line in lines
    ]


@pytest.mark.parametrize(("command", "message"), [*rows(ROWS), *rows(SLOW_ROWS, pytest.mark.slow)])
def test_wrong_input_is_refused(refused, tmp_path, command, message):
    words = shlex.split(command)
    for name in FILES.keys() & {*words}:
        (tmp_path / name).write_bytes(FILES[name])
    if "x" in words:
        save(build_tree("koyama-lai", "3p3c"), tmp_path / "x")
    for more in ([], ALSO.get(words[0], [])):
        error = refused(*words, *more)
        assert error.startswith("mmtree: ")
        assert message in error


LONG = ",".join(f"{'m' * 20}{at:02}=#123456" for at in range(16))
"""Names of colours."""


@pytest.mark.slow(after=8)
@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["build", "--strategy", "knuth", "-o", "x" * 300], "the name is too long"),
        (["compare", *ready_made.names()], " koyama-lai-4p6c-distinct is of 4p6c-distinct and "),
        (["export", KNUTH, "--to", "html", "--title", "x" * 121], "120 printable characters"),
        (["export", KNUTH, "--to", "html", "--title", "a\nb"], "120 printable characters"),
        (["export", KNUTH, "--to", "packed", "-o", KNUTH], f"{KNUTH}: is not a folder"),
        (["export", KNUTH, "--to", "packed", "-o", f"{KNUTH}/a"], f"{KNUTH}: is not a folder"),
        (
            ["sheet", KNUTH, "--title", "a" * 121],
            "the title must have 1 to 120 printable characters",
        ),
        (["sheet", KNUTH, "--title", "a\nb"], "120 printable characters"),
        (["sheet", KNUTH, "--title", "\udcff"], "120 printable characters"),
        (["sheet", KNUTH, "--names", "\udcff=#123456,red"], "a name has at most 24 characters"),
        (["sheet", SMALL, "--title", "W" * 100], "take too much room: take shorter ones"),
        (["sheet", "koyama-lai-3p16c", "--style", "pocket", "--names", LONG], "take shorter ones"),
    ],
)
def test_odd_values_are_refused(refused, arguments, message):
    assert message in refused(*arguments)
