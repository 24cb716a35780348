"""The checker in C: it accepts and refuses what the checker in Python does."""

import random
import subprocess

import pytest

from mmtree import ProofError
from mmtree.check.proof import checker

from support.environment import TREES

SOURCE = checker.__file__.replace("checker.py", "check_proof.c")
