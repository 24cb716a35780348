/* Certificates: records that no strategy has a price below some bound, in the format of
   mmtree/check/proof/README.md. */

#ifndef MMTREE_PROOF_H
#define MMTREE_PROOF_H

#include "feasibility.h"
#include "opening.h"
#include "proof_renamings.h"

typedef struct {
    Buffer bytes;
    uint64_t records;
    RecordTable *table;
    Capacity capacity; /* if the guesses are limited */
} Proof;

/* Writes the record that the root has no price below the search's limit, and all records that it needs. The
   prices that they need are searched. The same bytes each time, if the search has one thread and a table of its
   own. Fails with UNPROVED if there is a price below the limit. */
void prove_root(Worker *worker, const Root *root, Proof *proof);

void free_proof(Proof *proof);

/* Appends a number, seven bits a byte. */
void append_number(Worker *worker, Proof *proof, uint64_t number);

/* Begins a record with the generators of a symmetry, or NULL. */
void begin_record(Worker *worker, Proof *proof, const Symmetry *symmetry);

/* Appends a code that the record lists; *before is the one before, or −1. */
void append_guess(Worker *worker, Proof *proof, uint32_t rank, int64_t *before);

#endif
