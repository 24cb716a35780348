/* Certificates. For each guess that counting does not refute, the search raises the bounds of its cells until they
   suffice; the raised bounds are then lowered to what is needed, and proved in the same way. The transposition
   table answers most of these searches.

   Guesses within a limit need no prices if all codes are secrets (proof_within.c); in other games, a bound without end
   is proved like any other. */

#include "proof.h"
#include "proof_within.h"
#include "search_set.h"
#include "search_root.h"

enum {
    /* A later cell may refer to a record of so many bytes or more, or it is written again. */
    MIN_REFERENCED_BYTES = 40,
    MIN_REFERENCED_SECRETS = 12, /* smaller sets hardly ever have so long a record */
    /* Up to so many guesses are left to the checker, if counting refutes them, instead of generators that map
       them to other guesses. */
    MAX_REPEATED = 64,
};

static void prove_set(Worker *worker, Proof *proof, Set set, int64_t bound, const Symmetry *symmetry);

/* Lowers raised bounds again as far as the bound of the guess allows, the largest cells first. counted: the bounds
   before, by feedback. */
static void lower_bounds(Split *split, const int64_t *counted, int64_t bound)
{
    int64_t excess = split->bound - bound;
    int only = -1; /* the smallest cell without a price, which suffices */
    for (int i = split->open - 1; i >= 0; i--)
        if (split->cells[split->order[i]].lower_bound >= INFINITE / 2) { /* the limit of its search was less */
            split->cells[split->order[i]].lower_bound = INFINITE;
            only = i;
        }
    for (int i = split->open - 1; i >= 0; i--) {
        Cell *cell = &split->cells[split->order[i]];
        const int64_t raised = cell->lower_bound - counted[split->order[i]];
        const int64_t most = only < 0 ? excess : i == only ? 0 : raised;
        const int64_t lowered = raised < most ? raised : most;
        cell->lower_bound -= lowered;
        excess -= lowered;
    }
}

/* Appends a raised cell with its record or a reference to one. counted: a scan refuted all guesses. */
static void prove_cell(Worker *worker, Proof *proof, Set cell, int value, int64_t bound, bool counted,
                       const Symmetry *symmetry)
{
    append_number(worker, proof, (uint64_t)value + 1);
    append_number(worker, proof,
                  bound >= INFINITE ? 0 : 1 + (uint64_t)(bound - least_prices(worker, cell.depth)[cell.n]));
    RecordPlace place;
    Renaming renaming;
    if (cell.n >= MIN_REFERENCED_SECRETS && find_record_of(worker, proof, cell, &place, &renaming) &&
        place.bound >= bound) {
        append_reference(worker, proof, place, &renaming);
        return;
    }
    append_number(worker, proof, 0);
    const size_t head = proof->bytes.size;
    if (counted) { /* so none is listed */
        begin_record(worker, proof, NULL);
        append_number(worker, proof, 0);
        proof->records++;
        return;
    }
    if (bound < INFINITE || !is_standard(worker->search->game)) {
        prove_set(worker, proof, cell, bound, symmetry);
    } else {
        const Mark from = mark(&worker->arena);
        const Root root = {.secrets = list_secrets(&worker->arena, cell), .n = cell.n, .depth = cell.depth,
                           .symmetry = symmetry};
        prove_root_within(worker, &root, proof);
        release(&worker->arena, from);
    }
    if (cell.n >= MIN_REFERENCED_SECRETS && proof->bytes.size - head >= MIN_REFERENCED_BYTES)
        add_record_of(worker, proof, cell, (RecordPlace){proof->records, head, bound});
}

/* Lists a guess (a position) with its raised cells, if counting does not refute it. */
static void prove_guess(Worker *worker, Proof *proof, CellBounds *bounds, uint32_t guess, int64_t bound,
                        const Symmetry *symmetry, int64_t *before)
{
    const Set set = bounds->set;
    const Mark from = mark(&worker->arena);
    const size_t base = worker->plan_length;
    Split *split = allocate(&worker->arena, sizeof *split);
    make_split(worker, split);
    if (split_by_counting(worker, bounds, guess, bound, split)) {
        int64_t counted[MAX_FEEDBACKS];
        for (int i = 0; i < split->open; i++)
            counted[split->order[i]] = split->cells[split->order[i]].lower_bound;
        const uint32_t rank = set.matrix->guesses[guess];
        const Symmetry *left = symmetry_after(&worker->arena, worker->search->game, symmetry, rank);
        if (look_up_cells(worker, set, false, split, bound))
            raise_cells(worker, set, split, bound, left, NULL);
        worker->plan_length = base;
        if (split->bound < bound)
            fail_with(&worker->arena, UNPROVED);
        lower_bounds(split, counted, bound);
        append_guess(worker, proof, rank, before);
        for (int value = 0; value < set.matrix->table.feedbacks - 1; value++) {
            const Cell *cell = &split->cells[value];
            if (cell->open && cell->lower_bound > counted[value])
                prove_cell(worker, proof, (Set){set.matrix, cell->members, cell->n, set.depth + 1}, value,
                           cell->lower_bound, cell->scanned && cell->scan.least >= cell->lower_bound, left);
        }
        append_number(worker, proof, 0);
    }
    release(&worker->arena, from);
}

/* Whether a record has to say that these guesses are mapped to others. */
static bool needs_generators(Worker *worker, CellBounds *bounds, const BoundedGuess *guesses, uint32_t count,
                             int64_t bound)
{
    bool refuted = count <= MAX_REPEATED;
    for (uint32_t i = 0; i < count && refuted; i++) {
        const Mark from = mark(&worker->arena);
        Split *split = allocate(&worker->arena, sizeof *split);
        make_split(worker, split);
        refuted = !split_by_counting(worker, bounds, guesses[i].candidate.guess, bound, split);
        release(&worker->arena, from);
    }
    return !refuted;
}

/* Lists the guesses that the sizes of their cells may not refute. In tables, those of small sets are listed by the
   number of their cells alone, as there are many sizes to count. */
static uint32_t list_open_guesses(Worker *worker, Set set, const Symmetry *symmetry, const ShownColors *shown,
                                  int64_t bound, Scan *scan, BoundedGuess *waiting)
{
    if (set.n > worker->search->small || worker->search->game->kind == OF_CODES) {
        scan_sizes(worker, set, symmetry, scan);
        return list_guesses(worker, set, scan, shown, bound, waiting);
    }
    scan_cells(worker, set, bound, scan);
    uint32_t count = 0, next = 0;
    for (uint32_t guess = 0; guess < set.matrix->count; guess++) {
        const bool member = pass_member(set, guess, &next);
        const unsigned cells = scan->cells[guess];
        if (cells < 2 || !is_useful(worker->search->game, shown, set.matrix->guesses[guess]))
            continue;
        const int64_t flat = flat_bound(worker->search, set.depth, set.n, cells, member);
        if (flat < bound)
            waiting[count++] = (BoundedGuess){{flat, guess}, flat};
    }
    return count;
}

/* Writes the record of a set. */
static void prove_set(Worker *worker, Proof *proof, Set set, int64_t bound, const Symmetry *symmetry)
{
    const Game *game = worker->search->game;
    const FeedbackMatrix *matrix = set.matrix;
    const Mark from = mark(&worker->arena);
    check_stop(&worker->arena);
    const ShownColors shown = collect_set_colors(game, set);
    BoundedGuess *waiting = allocate(&worker->arena, matrix->count * sizeof *waiting);
    Scan scan;
    const uint32_t count = list_open_guesses(worker, set, symmetry, &shown, bound, &scan, waiting);
    CellBounds bounds;
    start_cell_bounds(worker, set, scan.cells, scan.prices, &shown, &bounds);
    BoundedGuess *others = allocate(&worker->arena, count * sizeof *others);
    uint32_t left = 0, more = 0;
    for (uint32_t i = 0; i < count; i++)
        if (!symmetry || is_representative(game, symmetry, matrix->guesses[waiting[i].candidate.guess]))
            waiting[left++] = waiting[i];
        else
            others[more++] = waiting[i];
    const bool maps = needs_generators(worker, &bounds, others, more, bound);
    begin_record(worker, proof, maps ? symmetry : NULL);
    int64_t before = -1;
    for (uint32_t i = 0; i < left; i++) {
        if (!set.depth)
            record_opening(worker->search, i, left);
        prove_guess(worker, proof, &bounds, waiting[i].candidate.guess, bound, symmetry, &before);
    }
    append_number(worker, proof, 0);
    proof->records++;
    release(&worker->arena, from);
}

/* Lists an opening with its raised cells. */
static void prove_opening(Worker *worker, Proof *proof, const Root *root, const Codes *secrets, Candidate candidate,
                          int64_t *before)
{
    const int64_t limit = worker->search->limit;
    const Mark from = mark(&worker->arena);
    Opening *opening = allocate(&worker->arena, sizeof *opening);
    Split *split = &opening->split;
    split_opening(worker, root, candidate, secrets, limit, opening);
    raise_opening(worker, opening, limit);
    worker->plan_length = 0;
    if (split->bound < limit)
        fail_with(&worker->arena, UNPROVED);
    int64_t counted[MAX_FEEDBACKS];
    for (int i = 0; i < split->open; i++)
        counted[split->order[i]] = least_prices(worker, root->depth + 1)[split->cells[split->order[i]].n];
    lower_bounds(split, counted, limit);
    append_guess(worker, proof, candidate.guess, before);
    for (int value = 0; value < worker->search->game->feedbacks - 1; value++) {
        const Cell *cell = &split->cells[value];
        if (cell->open && cell->lower_bound > counted[value]) {
            const Mark inner = mark(&worker->arena);
            const Set set = make_matrix(&worker->arena, worker->search->game, cell->members, cell->n, root->depth + 1);
            prove_cell(worker, proof, set, value, cell->lower_bound, false, opening->left);
            release(&worker->arena, inner);
        }
    }
    append_number(worker, proof, 0);
    release(&worker->arena, from);
}

void prove_root(Worker *worker, const Root *root, Proof *proof)
{
    const int64_t limit = worker->search->limit;
    const Game *game = worker->search->game;
    if (limit >= INFINITE && is_standard(game)) {
        prove_root_within(worker, root, proof);
        return;
    }
    if (game->kind == OF_TABLE && !root->openings) { /* many openings, so one matrix for all */
        const Set set = make_matrix(&worker->arena, game, root->secrets, root->n, root->depth);
        prove_set(worker, proof, set, limit, NULL);
        return;
    }
    Candidate *candidates;
    int64_t least;
    const uint32_t count = bound_guesses(worker, root, &candidates, &least); /* by rank, without a beam */
    const Codes secrets = make_code_columns(&worker->arena, game, root->secrets, root->n);
    begin_record(worker, proof, root->openings ? NULL : root->symmetry);
    int64_t before = -1;
    for (uint32_t i = 0; i < count; i++) {
        record_openings(worker->search, candidates, i, count);
        if (candidates[i].bound < limit)
            prove_opening(worker, proof, root, &secrets, candidates[i], &before);
    }
    append_number(worker, proof, 0);
    proof->records++;
}
