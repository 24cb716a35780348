"""Walks to every position of an exported module, in CPython, MicroPython and on a micro:bit."""


def player_after(mm, path):
    player = mm.Player()
    for answer in path:
        player.step(answer)
    return player


def text_of(mm, player):
    """Return the text of the guess, whose pegs must be those of its number."""
    code = 0
    for peg in player.pegs():
        code = code * mm.COLORS + peg
    if code != player.guess or len(player.pegs()) != mm.PEGS:
        raise ValueError("other pegs")
    return player.text()


def positions(mm, numbers, texts=()):
    """Print each position as the answers up to it, the text of its guess, and possible answers."""
    path = []
    due = [[]]  # for each answer of the path, those to try after it
    while due:
        player = player_after(mm, path)
        guess = player.guess
        print(*path, end=": ")
        print(text_of(mm, player), end=":")
        possible = 0
        following = []
        for answer in numbers:
            result = player.step(answer)
            if result == mm.IMPOSSIBLE and player.guess == guess:
                continue
            print("", answer, end="")
            possible += 1
            ended = result == mm.SOLVED
            if ended and any(player.step(i) != mm.IMPOSSIBLE for i in numbers):
                print("goes on")
            if result == mm.PLAYING or (ended and player.guess != guess):
                following.append(answer)
            player = player_after(mm, path)
        for given in texts:
            if player.step(given) != mm.IMPOSSIBLE:
                possible -= 1
                player = player_after(mm, path)
        print(" other texts" if texts and possible else "")
        due.append(following)
        while due and not due[-1]:
            due.pop()
        if due:
            path = path[: len(due) - 2] + [due[-1].pop()]
