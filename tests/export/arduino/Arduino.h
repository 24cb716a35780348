/* As much of Arduino as the example takes: its serial console is standard input and output. */
#pragma once

#include <stdint.h>
#include <stdio.h>

#define PROGMEM
#define pgm_read_byte(address) (*reinterpret_cast<const uint8_t *>(address))

class __FlashStringHelper;
#define F(text) (reinterpret_cast<const __FlashStringHelper *>(text))

struct Console {
  void begin(unsigned long baud) { begun = baud == 9600; }
  operator bool() const { return begun; }
  int read() {
    int key = getchar();
    return key == EOF ? -1 : key;
  }
  void print(const __FlashStringHelper *text) {
    for (const char *at = reinterpret_cast<const char *>(text); *at; at++) {
      putchar(*at);
    }
  }
  void print(char letter) { putchar(letter); }
  void print(unsigned char number) { printf("%d", number); }
  void println() { putchar('\n'); }
  template <class What> void println(What what) {
    print(what);
    println();
  }
  bool begun = false;
};

static Console Serial;

void setup();
void loop();

int main() {
  setup();
  while (!feof(stdin)) {
    loop();
  }
  return 0;
}
