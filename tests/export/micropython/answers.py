"""Walks to every position of an exported module whose answers are numbers, in MicroPython, too."""


def player_after(mm, path):
    player = mm.Player()
    for answer in path:
        player.step(answer)
    return player


def positions(mm, texts):
    """Print each position as the answers up to it, the text of its guess, and possible answers."""
    due = [()]
    while due:
        path = due.pop()
        player = player_after(mm, path)
        text = player.text()
        print(*path, end=": ")
        print(text, end=":")
        possible = 0
        for answer in range(-1, 257):
            result = player.step(answer)
            if result == mm.IMPOSSIBLE and player.text() == text:
                continue
            print("", answer, end="")
            possible += 1
            ended = result == mm.SOLVED
            if ended and any(player.step(i) != mm.IMPOSSIBLE for i in range(256)):
                print("goes on")
            if result == mm.PLAYING or (ended and player.text() != text):
                due.append(path + (answer,))
            player = player_after(mm, path)
        for given in texts:
            possible -= player_after(mm, path).step(given) != mm.IMPOSSIBLE
        print(" other texts" if possible else "")
