"""The seed form: the smallest table for a tree, for a machine that can list codes.

The machine keeps the history (each guess with its feedback) and can tell whether a code agrees
with it. All numbers below 0 … n−1, with n = colors^pegs, are walked in one circle, each step adding
``stride`` modulo n; numbers that are no code (a colour twice where it must not be) are passed over
in the list, but count as a step where steps are counted.

**The next guess.** The first guess is ``opening``. Before each other one, with t guesses made:

1. Start at the last guess (at 0 where ``anew``). The *list* has all codes that agree with the
   history, in the order of the circle from the start on, which is tested first. Past its end the
   list begins again.
2. With at most ``free`` codes in the list, the guess is the first one, and nothing is asked.
3. Else ask a bit for each code of the list in turn, but for at most ``first + more·(t − 1)`` codes:
   0 takes that code as the guess, 1 goes on to the next.
4. After so many ones, at the next code of the list, ask for a number of steps on the circle:
   a one for each 2^``low``, then a zero, then the rest in ``low`` bits, the highest first. The code
   so many steps after that code of the list is the guess, whether it agrees with the history or
   not.

**The bits.** They are asked of a table of m bytes T[0] … T[m−1] and a state of three bytes a, b, c,
which begin as the three bytes of ``key`` (a the lowest). A feedback of so many black and white
pegs changes c to c XOR (16·black + white). To ask a bit, start with the byte x = 0; for
i = 0 … m−1 in turn

    a = a with its two halves exchanged (a<<4 | a>>4)
    b = b + c
    c = c + a
    a = a + c
    x = x XOR (T[i] AND b)

all in eight bits; the bit is 1 if x has an odd number of ones. The state stays as it is then.
A table of no bytes answers 0 to every question.

So a bit has no address: it is the parity of the table with a row that depends on all that has
happened, and the exporter solves a linear system over GF(2), one equation for each bit that can be
asked, tries keys until it has a solution in as few bytes as can be, and plays all secrets from it.
"""
