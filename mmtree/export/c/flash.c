#ifdef __AVR__
#include <avr/pgmspace.h>
#define MM_FLASH PROGMEM
#if MM_READS_8
#define MM_READ8(address) pgm_read_byte(address)
#endif
#if MM_READS_16
#define MM_READ16(address) pgm_read_word(address)
#endif
#if MM_READS_32
#define MM_READ32(address) pgm_read_dword(address)
#endif
#if MM_READS_TWO
#define MM_READ_TWO(address) pgm_read_word(address)
#endif
#if MM_READS_64
#error "an AVR does not read codes of more than 32 bits: take a larger chip"
#endif
#if MM_BEYOND_AVR
#error "no array on an AVR has more than 32767 bytes: take a smaller table, or a larger chip"
#endif
#else
#define MM_FLASH
#if MM_READS_8
#define MM_READ8(address) (*(address))
#endif
#if MM_READS_16
#define MM_READ16(address) (*(address))
#endif
#if MM_READS_32
#define MM_READ32(address) (*(address))
#endif
#if MM_READS_64
#define MM_READ64(address) (*(address))
#endif
#if MM_READS_TWO
#define MM_READ_TWO(address) ((mm_word)((address)[0] | (uint16_t)(address)[1] << 8))
#endif
#endif
