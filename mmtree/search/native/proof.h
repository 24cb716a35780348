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
    Capacity capacity; /* for bounds of INFINITE */
} Proof;

/* Writes the record that the root has no price below the search's limit, and all records that it needs. The
   prices that they need are searched. The same bytes each time, if the search has one thread and a table of its
   own. Fails with UNPROVED if there is a price below the limit. */
void prove_root(Worker *worker, const Root *root, Proof *proof);

void free_proof(Proof *proof);

#endif
