/* The records of a certificate, in the format of mmtree/check/proof/README.md: numbers, guesses, generators of a
   symmetry, and references to the records of equivalent sets. */

#pragma once

#include "feasibility.h"

/* A renaming: the image of a code has at each position the new name of the colour at `source` (colours: for each
   position if by_peg). */
typedef struct { uint8_t source[MAX_PEGS], color[MAX_PEGS * MAX_COLORS]; } Renaming;

/* Bytes of the caller. */
typedef struct { const char *bytes; size_t size; } Given;

/* A certificate. */
typedef struct {
    Buffer bytes;
    uint64_t records;
    struct RecordTable *table; /* the records that later cells may refer to, by canonical form; NULL: none yet */
    Capacity capacity;     /* if the guesses are limited, and all codes are secrets */
    Given head, unchanged; /* of a table of answers: the head of the first record, and the renaming of references */
} Proof;

void free_proof(Proof *proof);

/* Appends a number, seven bits a byte. As all functions here, fails with OUT_OF_MEMORY. */
void append_number(Worker *worker, Proof *proof, uint64_t number);

/* Records the number of an opening as progress. */
void record_opening(Search *search, uint32_t number, uint32_t count);

/* Begins a record with the generators of a symmetry, or NULL. */
void begin_record(Worker *worker, Proof *proof, const Symmetry *symmetry);

/* Appends a code that the record lists; *before is the one before, or −1. */
void append_guess(Worker *worker, Proof *proof, uint32_t rank, int64_t *before);

/* A record: its number, where its head is in the certificate, and the bound it shows. */
typedef struct { uint64_t number; size_t head; int64_t bound; } RecordPlace;

/* Finds the record of an equivalent set after as many guesses, and the renaming that maps it onto this set. */
bool find_record_of(Worker *worker, const Proof *proof, Set set, RecordPlace *place, Renaming *renaming);

/* Appends a reference to a record, and marks that record as one that is referred to. */
void append_reference(Worker *worker, Proof *proof, RecordPlace place, const Renaming *renaming);

/* Adds the record of a set, instead of any of an equivalent set. */
void add_record_of(Worker *worker, Proof *proof, Set set, RecordPlace place);
