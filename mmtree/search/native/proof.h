/* Certificates: records that no strategy has a price below some bound. */

#pragma once

#include "proof_records.h"
#include "root_guesses.h"

/* Writes the record that the root has no price below the search's limit, and all records that it needs. The
   prices that they need are searched. The same bytes each time, if the search has one thread and a table of its
   own. Fails with UNPROVED if there is a price below the limit. */
void prove_root(Worker *worker, const Root *root, Proof *proof);
