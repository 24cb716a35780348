/* Certificates that no tree finds all secrets within the guesses allowed. */

#pragma once

#include "proof_records.h"
#include "root_guesses.h"

/* Writes the record that the root has no tree within the guesses of the price list, and all records that it needs.
   Fails with UNPROVED if it has one. */
void prove_root_within(Worker *worker, const Root *root, Proof *proof);
