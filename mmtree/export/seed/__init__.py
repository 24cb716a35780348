"""The seed form: the smallest table for a tree, for a machine that can list codes.

The machine stores the history, each guess with its feedback, and can compute whether a code agrees
with it. Codes are listed in order, first to last (AAAA, AAAB …; the last peg changes fastest).

**The next guess**, the opening included. Of the codes that agree with the history,

1. if fewer than ``ask`` are left, the guess is the first one, and no bit is asked;
2. else a bit is asked for each in turn: 0 makes that code the guess, 1 goes on to the next;
3. after ``escape`` ones, the guess is any code: ``bits`` more bits, the highest first, are its
   place among all codes, counted from 1.

**The bits.** A bit has no address: it is the parity of the table ANDed with a row of as many
bytes, which is drawn from the history. The bits asked before one guess are numbered ``start`` − 1,
``start`` − 2, … in turn (in eight bits: 255 is before 0). Write down that number, and for each turn
so far the pegs of its guess (one byte each, colour 0 … colors−1, first peg first) and its answer,
the byte 16·black + white. These bytes are read backwards, the last one first, and after the number
again from the last one on, over and over. Start with c = that number. For each byte of the table,
the first one first,

    c = c + the next byte read          (eight bits)
    c = c with its halves exchanged     (c<<4 | c>>4)
    c = c + ``step``                    (eight bits)

and c is the byte of the row. The bit is 1 if table AND row has an odd number of ones in all.

The exporter solves a linear system over GF(2) with one equation for each bit that can be asked. It
tries ``start`` and ``step`` until the system has a solution in as few bytes as possible, and checks
every secret with the table found.
"""
