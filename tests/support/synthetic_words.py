"""Lists of invented words in the size that people play with, always the same ones.

``python -m tests.support.synthetic_words FOLDER`` writes secrets.txt (2315) and guesses.txt (12972
with them), words of five letters with the frequencies of English.
"""

import sys
from pathlib import Path
from random import Random

VOWELS, CONSONANTS = "aeiouy", "bcdfghjklmnprstvwxz"
VOWEL_WEIGHTS = (979, 1233, 671, 754, 467, 425)
CONSONANT_WEIGHTS = (281, 477, 393, 230, 311, 389, 27, 210, 719, 316, 575, 367, 899, 669, 729, 153)
CONSONANT_WEIGHTS += (195, 37, 40)
SHAPES = ("cvcvc", "ccvcc", "cvccv", "ccvcv", "cvvcc", "vccvc", "cvcce", "cvcvs")


def synthetic_words(secrets=2315, guesses=12972, seed=1):
    """Return a list of secrets, and all words."""
    random, words = Random(seed), {}
    while len(words) < guesses:
        letters = {
            "v": random.choices(VOWELS, VOWEL_WEIGHTS, k=5),
            "c": random.choices(CONSONANTS, CONSONANT_WEIGHTS, k=5),
        }
        shape = random.choice(SHAPES)
        words["".join(letters[kind].pop() if kind in letters else kind for kind in shape)] = None
    every = list(words)
    return every[:secrets], every


if __name__ == "__main__":
    folder = Path(sys.argv[1])
    for name, words in zip(("secrets", "guesses"), synthetic_words(), strict=True):
        (folder / f"{name}.txt").write_text("\n".join(words) + "\n")
