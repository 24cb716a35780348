"""Where each strategy was published: apart from what plays it, for those who only name it."""

SOURCES = {
    "lexicographic": "naive strategy; Palm 2017",
    "counting": "Swaszek 1999",
    "random": "Swaszek 1999",
    "knuth": "Knuth 1976",
    "palm-knuth": "Palm 2017",
    "palm-t2": "Palm 2017",
    "irving": "Irving 1978",
    "irving-exact": "Irving 1978; Neuwirth 1982",
    "entropy": "Neuwirth 1982",
    "niedermayer": "Niedermayer 1997",
    "kooi": "Kooi 2005",
    "koyama-lai": "Koyama and Lai 1993",
    "least-bits": "Koyama and Lai 1993, for the total",
}
