/* Renamings in certificates: the generators of a symmetry, and references to equivalent sets. */

#ifndef MMTREE_PROOF_RENAMINGS_H
#define MMTREE_PROOF_RENAMINGS_H

#include "feedback_matrix.h"
#include "search.h"
#include "symmetry.h"

/* A renaming: the image of a code has at each position the new name of the colour at `source` (colours: for each
   position if by_peg). */
typedef struct { uint8_t source[MAX_PEGS], color[MAX_PEGS * MAX_COLORS]; } Renaming;

/* Appends bytes. Fails with OUT_OF_MEMORY. */
void append_or_fail(Worker *worker, Buffer *buffer, const void *bytes, size_t size);

/* Appends a renaming, without unused bytes. Fails with OUT_OF_MEMORY. */
void append_renaming(Worker *worker, Buffer *bytes, const Renaming *renaming);

/* Lists generators of the symmetries, from the worker's slabs; returns how many. */
uint32_t list_generators(Worker *worker, const Game *game, const Symmetry *symmetry, Renaming **out);

/* The records of a certificate that later cells may refer to, by canonical form. */
typedef struct RecordTable RecordTable;

/* Returns NULL if memory is short. */
RecordTable *make_record_table(void);
void free_record_table(RecordTable *table);

/* A record: its number, where its head is in the certificate, and the bound it shows. */
typedef struct { uint64_t number; size_t head; int64_t bound; } RecordPlace;

/* Finds the record of an equivalent set after as many guesses, and the renaming that maps it onto this set. */
bool find_record_of(Worker *worker, const RecordTable *table, Set set, RecordPlace *place, Renaming *renaming);

/* Adds the record of a set, instead of any of an equivalent set. Fails with OUT_OF_MEMORY. */
void add_record_of(Worker *worker, RecordTable *table, Set set, RecordPlace place);

#endif
