"""Plays with an exported module, in CPython, MicroPython and on a micro:bit."""


def answer(guess, secret):
    black = both = 0
    for i in range(len(guess)):
        black += guess[i] == secret[i]
    for color in set(guess):
        both += min(guess.count(color), secret.count(color))
    return black, both - black


def games(mm, distinct, whites):
    """Print each secret and all guesses up to it."""
    player = mm.Player()
    for code in range(mm.COLORS**mm.PEGS):
        secret = [code // mm.COLORS**i % mm.COLORS for i in range(mm.PEGS)]
        secret.reverse()
        if distinct and len(set(secret)) < mm.PEGS:
            continue
        player.reset()
        print(code, end=":")
        result = mm.PLAYING
        while result == mm.PLAYING:
            print("", player.guess, end="")
            black, white = answer(player.pegs(), secret)
            result = player.step(black, white) if whites else player.step(black)
        print("" if result == mm.SOLVED else " impossible")


def positions(mm):
    """Print each position, its guess, and the possible answers."""
    due = [()]
    while due:
        path = due.pop()
        possible = []
        player = None
        for black in range(-1, mm.PEGS + 2):
            for white in range(-1, 12):
                if not player:
                    player = mm.Player()
                    for before in path:
                        player.step(before // 10, before % 10)
                    guess = player.guess
                result = player.step(black, white)
                if result == mm.IMPOSSIBLE and player.guess == guess:
                    continue
                possible.append(10 * black + white)
                if result == mm.PLAYING:
                    due.append(path + (10 * black + white,))
                elif any(player.step(i // 10, i % 10) != mm.IMPOSSIBLE for i in range(100)):
                    print("goes on")
                player = None
        print(*path, end=": ")
        print(guess, end=": ")
        print(*possible)
