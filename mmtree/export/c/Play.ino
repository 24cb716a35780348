/*
 * $about
 *
 * Plays on the serial console (9600 baud): you think of a secret, and answer each $move.
 */
#include <mm.h>

mm_game game;
uint8_t guesses;
#if counts
int first = -1; // the first digit of an answer, until the second one is there
#else
char line[$longest + 2]; // what is typed; longer lines are cut, and then equal no answer
uint8_t length = 0;

// The texts of the answers, each with a zero byte at its end, and their numbers.
const char texts[] PROGMEM =
$texts;
const uint8_t numbers[] PROGMEM = {$numbers};
#endif

void showCode() {
#if MM_TEXTS
  char text[MM_TEXT_BYTES];

  mm_text(mm_guess(&game), text);
  for (const char *at = text; *at; at++) {
    Serial.print(*at);
  }
#else
  uint8_t pegs[MM_PEGS];

  mm_pegs(mm_guess(&game), pegs);
  for (uint8_t peg = 0; peg < MM_PEGS; peg++) {
    Serial.print(char(pegs[peg] < 26 ? 'A' + pegs[peg] : '0' + pegs[peg] - 26));
  }
#endif
  Serial.println();
}

void showGuess() {
  guesses++;
  Serial.print(F("$move "));
  Serial.print(guesses);
  Serial.print(F(": "));
  showCode();
}

void newGame() {
  mm_reset(&game);
  guesses = 0;
  Serial.println(F("Think of a $secret."));
  Serial.println(F("$how new game."));
  showGuess();
}

void answer(uint8_t number) {
  switch (mm_step(&game, number)) {
    case MM_PLAYING:
      showGuess();
      break;
    case MM_SOLVED:
#if identified
      Serial.print(F("it is "));
      showCode();
#else
      Serial.print(F("found by guess "));
      Serial.println(guesses);
#endif
      newGame();
      break;
    case MM_IMPOSSIBLE:
      Serial.println(F("impossible: no secret agrees with all your answers; answer again"));
      break;
    default:
      Serial.println(F("the table is damaged"));
  }
}

#if counts == 2
void typed(int key) {
  if (key == 'n') {
    first = -1;
    newGame();
  } else if (key >= '0' && key <= '9' && first < 0) {
    first = key - '0';
  } else if (key >= '0' && key <= '9') {
    answer(mm_answer(first, key - '0'));
    first = -1;
  } else if (key == '\n' && first >= 0) {
    Serial.println(F("two digits, please: black pegs and white pegs"));
    first = -1;
  }
}
#elif counts == 1
void typed(int key) {
  if (key == 'n') {
    newGame();
  } else if (key >= '0' && key <= '9') {
    answer(mm_answer(key - '0', 0));
  }
}
#else
// The number of the answer that is typed, or -1.
int typedNumber() {
  const char *at = texts;

  for (uint8_t place = 0; place < sizeof numbers; place++) {
    const char *typed = line;
    bool same = true;
    char letter;
    do {
      letter = char(pgm_read_byte(at++));
      same = same && letter == *typed;
      if (*typed) {
        typed++;
      }
    } while (letter);
    if (same) {
      return pgm_read_byte(&numbers[place]);
    }
  }
  return -1;
}

void typed(int key) {
  if (key != '\n') {
    if (key >= 0 && key != '\r' && length < sizeof line - 1) {
      line[length++] = char(key);
    }
    return;
  }
  line[length] = 0;
  length = 0;
  int number = typedNumber();
  if (number >= 0) {
    answer(number);
  } else if (line[0] == 'n' && line[1] == 'e' && line[2] == 'w' && !line[3]) {
    newGame();
  } else if (line[0]) {
    Serial.println(F("unknown answer; answer again"));
  }
}
#endif

void setup() {
  Serial.begin(9600);
  while (!Serial) {
    // a board with USB of its own waits for the console
  }
  newGame();
}

void loop() {
  typed(Serial.read()); // -1 if there is none
}
