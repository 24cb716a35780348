/*
 * $about
 *
 * Plays on the serial console (9600 baud): you think of a code, and answer each guess.
 */
#include <mm.h>

mm_game game;
uint8_t guesses;
#if MM_WHITES
int first = -1; // the first digit of an answer, until the second one is there
#endif

void showGuess() {
  uint8_t pegs[MM_PEGS];

  mm_pegs(mm_guess(&game), pegs);
  guesses++;
  Serial.print(F("guess "));
  Serial.print(guesses);
  Serial.print(F(": "));
  for (uint8_t peg = 0; peg < MM_PEGS; peg++) {
    Serial.print(char(pegs[peg] < 26 ? 'A' + pegs[peg] : '0' + pegs[peg] - 26));
  }
  Serial.println();
}

void newGame() {
  mm_reset(&game);
  guesses = 0;
  Serial.println(F("Think of a code: $code."));
#if MM_WHITES
  Serial.println(F("Answer with two digits, black pegs and white pegs, or n for a new game."));
#else
  Serial.println(F("Answer with one digit, the number of black pegs, or n for a new game."));
#endif
  showGuess();
}

void answer(uint8_t black, uint8_t white) {
  switch (mm_step(&game, black, white)) {
    case MM_PLAYING:
      showGuess();
      break;
    case MM_SOLVED:
      Serial.print(F("found by guess "));
      Serial.println(guesses);
      newGame();
      break;
    case MM_IMPOSSIBLE:
      Serial.println(F("impossible: no code agrees with all your answers; answer again"));
      break;
    default:
      Serial.println(F("the table is damaged"));
  }
}

void setup() {
  Serial.begin(9600);
  while (!Serial) {
    // a board with USB of its own waits for the console
  }
  newGame();
}

void loop() {
  int key = Serial.read(); // -1 if there is none

#if MM_WHITES
  if (key == 'n') {
    first = -1;
    newGame();
  } else if (key >= '0' && key <= '9' && first < 0) {
    first = key - '0';
  } else if (key >= '0' && key <= '9') {
    answer(first, key - '0');
    first = -1;
  } else if (key == '\n' && first >= 0) {
    Serial.println(F("two digits, please: black pegs and white pegs"));
    first = -1;
  }
#else
  if (key == 'n') {
    newGame();
  } else if (key >= '0' && key <= '9') {
    answer(key - '0', 0);
  }
#endif
}
