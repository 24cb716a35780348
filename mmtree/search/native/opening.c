/* The openings of a root: their bounds, their cells, and the search of these. */

#include "opening.h"
#include "beam.h"
#include "even_raising.h"
#include "parallel_guesses.h"
#include "search_root.h"
#include "solved_parts.h"

#include <string.h>

enum {
    FEW_SECRETS = 1000, /* beam: for fewer, counting is faster than looking for a lower image */
    /* Bytes of a matrix's table, a limit on memory; if it would be larger, openings are tried one by one,
       too. */
    LARGEST_TABLE = 1 << 29,
};

uint32_t bound_guesses(Worker *worker, const Root *root, Candidate **out, int64_t *least)
{
    const Search *search = worker->search;
    const Game *game = search->game;
    const int64_t *after = least_prices(worker, root->depth + 1);
    const int64_t now = price(search, root->depth + 1);
    const int last = game->feedbacks - 1;
    CandidateGuesses useful = find_candidates(game, root->secrets, root->n);
    const bool beamed = is_beamed(search, root->n) && !root->openings;
    const bool sifts = root->symmetry && !root->openings && !(beamed && root->n < FEW_SECRETS);
    const int64_t *estimates = search->beam.on ? beam_estimates(search, root->depth + 1) : NULL;
    BeamGuesses beam = beamed ? make_beam_guesses(worker, root->depth) : (BeamGuesses){NULL, 0, 0};
    Candidate *candidates = *out =
        allocate(worker, ((size_t)(beamed ? beam.width : game->all.count) + 1) * sizeof *candidates);
    Mark from = mark(worker);
    const ComparedSecrets secrets = prepare_secrets(worker, game, root->secrets, root->n);
    uint32_t (*sizes)[BLOCK] = allocate(worker, (size_t)game->feedbacks * sizeof *sizes);
    uint32_t count = 0, next = 0;
    worker->scanned++;
    *least = INFINITE;
    FeedbackList listed = {0};
    for (size_t block = 0; block < game->all.stride; block += BLOCK) {
        uint64_t wanted = root->openings ? 0 : find_candidates_in_block(&useful, block);
        for (; next < root->opening_count && root->openings[next] < block + BLOCK; next++)
            wanted |= (uint64_t)1 << (root->openings[next] - block);
        for (uint64_t left = sifts ? wanted : 0; left; left &= left - 1)
            if (!is_representative(game, root->symmetry, (uint32_t)block + (uint32_t)__builtin_ctzll(left)))
                wanted &= ~(left & -left);
        if (!wanted)
            continue;
        check_stop(worker);
        count_cells(game, &game->all, block, &secrets, sizes, &listed);
        for (; wanted; wanted &= wanted - 1) {
            const uint32_t lane = (uint32_t)__builtin_ctzll(wanted), rank = (uint32_t)block + lane;
            int64_t bound = multiply(sizes[last][lane], now);
            for (int i = 0; i < listed.count - 1; i++) {
                const uint32_t size = sizes[listed.feedback[i]][lane];
                bound += root->n > 1 && size == root->n ? INFINITE : after[size];
            }
            if (bound >= INFINITE)
                continue;
            if (beamed) {
                int64_t estimate = multiply(sizes[last][lane], multiply(ESTIMATE_UNIT, now));
                for (int i = 0; i < listed.count - 1; i++)
                    estimate += estimates[sizes[listed.feedback[i]][lane]];
                *least = bound < *least ? bound : *least;
                if (enters_beam(&beam, estimate) && is_worth_trying(game, &useful.shown, root->symmetry, rank))
                    insert_beam_guess(&beam, (BeamGuess){estimate, bound, rank});
                continue;
            }
            candidates[count++] = (Candidate){bound, rank};
            if (bound < *least)
                *least = bound;
        }
    }
    release(worker, from);
    for (uint32_t i = 0; i < beam.count; i++)
        candidates[i] = (Candidate){beam.guesses[i].bound, beam.guesses[i].guess};
    return beamed ? beam.count : count;
}

uint32_t find_separating_rank(Worker *worker, const uint32_t *secrets, uint32_t n)
{
    const Game *game = worker->search->game;
    for (uint32_t i = 0; i < n; i++) {
        FeedbackSet seen = {{0}};
        uint32_t other = 0;
        while (other < n && add_feedback(&seen, (unsigned)compute_feedback(game, secrets[i], secrets[other])))
            other++;
        if (other == n)
            return secrets[i];
    }
    return NONE;
}

bool fits_matrix(const Search *search, uint32_t n)
{
    return (uint64_t)n * search->game->all.count < LARGEST_TABLE;
}

void split_opening(Worker *worker, const Root *root, Candidate candidate, const Codes *secrets, int64_t limit,
                   Opening *opening)
{
    const Search *search = worker->search;
    const Game *game = search->game;
    int64_t bound = candidate.bound;
    memset(opening, 0, sizeof *opening);
    opening->root = root, opening->guess = candidate.guess;
    opening->left = symmetry_after(worker, game, root->symmetry, candidate.guess);
    Split *split = &opening->split;
    make_split(worker, split);
    opening->candidates = allocate(worker, (size_t)game->feedbacks * sizeof *opening->candidates);
    opening->counts = allocate(worker, (size_t)game->feedbacks * sizeof *opening->counts);
    const int last = game->feedbacks - 1;
    const int64_t *least = least_prices(worker, root->depth + 1);
    uint8_t *row = allocate(worker, secrets->stride);
    compute_row(game, opening->guess, secrets, row);
    uint32_t ends[MAX_FEEDBACKS], sizes[MAX_FEEDBACKS];
    uint32_t *members = allocate(worker, root->n * sizeof *members);
    sort_by_feedback(row, root->secrets, root->n, last + 1, members, sizes, ends);
    for (int value = 0; value < last; value++) { /* fail for lack of memory before the long work */
        split->cells[value].n = sizes[value];
        split->cells[value].members = members + ends[value] - sizes[value];
        split->cells[value].open = false;
        if (fits_matrix(search, sizes[value]) || !is_beamed(search, sizes[value]))
            check_memory(worker, split->cells[value].members, sizes[value]);
    }
    split->open = 0;
    for (int value = 0; value < last && bound < limit; value++) {
        Cell *cell = &split->cells[value];
        if (cell->n <= 2)
            continue;
        if (cell->n <= (uint32_t)last + 1 &&
            (cell->guess = find_separating_rank(worker, cell->members, cell->n)) != NONE)
            continue;
        const Root inner = {cell->members, cell->n, root->depth + 1, NULL, 0, opening->left, NULL, true};
        opening->counts[value] = bound_guesses(worker, &inner, &opening->candidates[value], &cell->lower_bound);
        bound += cell->lower_bound - least[cell->n];
        cell->known = (KnownPrice){0, false};
        open_cell(split, value);
    }
    split->bound = bound;
}

/* Searches a cell of an opening. Returns its price if it is below the limit, with the plan appended to the
   worker's, or the limit. */
static int64_t search_opening_cell(Worker *worker, const Opening *opening, Cell *cell, int64_t limit)
{
    const Search *search = worker->search;
    const int value = (int)(cell - opening->split.cells);
    const uint32_t count = opening->counts[value], depth = opening->root->depth + 1;
    const int32_t path[4] = {(int32_t)opening->guess, value, -1, -1};
    int64_t found;
    cell->plan = worker->plan_length;
    const SolvedPart *part = find_known_part(search, path, limit);
    const Mark from = mark(worker);
    if (part)
        found = use_part(worker, part, limit);
    else if (is_beamed(search, cell->n) && !fits_matrix(search, cell->n)) {
        const Root inner = {cell->members, cell->n, depth, NULL, 0, opening->left, NULL, true};
        found = search_openings(worker, &inner, opening->candidates[value], count, INFINITE, limit);
    } else {
        Candidate *candidates = allocate(worker, (count + 1) * sizeof *candidates);
        memcpy(candidates, opening->candidates[value], count * sizeof *candidates);
        const Set set = make_matrix(worker, cell->members, cell->n, depth);
        found = try_guesses_in_parallel(worker, set, limit, opening->left, candidates, count, path);
        record_part(worker, path, found, found < limit, cell->plan);
    }
    release(worker, from);
    cell->length = worker->plan_length - cell->plan;
    return found;
}

/* Raises the bounds of the cells by the parts of an earlier run. */
static void use_known_bounds(Worker *worker, Opening *opening)
{
    Split *split = &opening->split;
    for (int i = 0; i < split->open; i++) {
        const int32_t path[4] = {(int32_t)opening->guess, split->order[i], -1, -1};
        const SolvedPart *part = find_known_part(worker->search, path, 0);
        if (part)
            raise_cell(split, &split->cells[split->order[i]], part->price);
    }
}

/* Records the cells of an opening as progress: the current one, if any, and the later ones. */
static void record_open_cells(Search *search, const Split *split, const Cell *current, int64_t limit)
{
    uint32_t sizes[MAX_FEEDBACKS], left = 0;
    if (current)
        sizes[left++] = current->n;
    for (int i = 0; i < split->open && current; i++) {
        const Cell *cell = &split->cells[split->order[i]];
        if (cell != current && !cell->searched)
            sizes[left++] = cell->n;
    }
    record_cells(search, split->bound < limit ? split->bound : limit,
                 current ? current->lower_bound - current->first_bound : 0, (uint32_t)split->open - left, sizes,
                 left);
}

void raise_opening(Worker *worker, Opening *opening, int64_t limit)
{
    Search *search = worker->search;
    const Root *root = opening->root;
    Split *split = &opening->split;
    use_known_bounds(worker, opening);
    int64_t end;
    for (Cell *cell; (cell = choose_cell(worker, split, root->n, root->depth, limit, &end));) {
        if (!root->inner)
            record_open_cells(search, split, cell, limit);
        record_result(worker, split, cell, root->depth, search_opening_cell(worker, opening, cell, end), end);
    }
    if (!root->inner)
        record_open_cells(search, split, NULL, limit);
}
