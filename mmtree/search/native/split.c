/* A guess splits a set into cells, one for each feedback. */

#include "split.h"
#include "plan.h"
#include "transposition_table.h"
#include "vectors.h"

#include <string.h>

void open_cell(Split *split, int value)
{
    int at = split->open++;
    for (; at && split->cells[split->order[at - 1]].n > split->cells[value].n; at--)
        split->order[at] = split->order[at - 1];
    split->order[at] = value;
    Cell *cell = &split->cells[value];
    cell->first = cell->assumed;
    cell->open = true;
    cell->searched = false;
}

/* A set of no more secrets than there are feedbacks. */
static bool split_small(Worker *worker, Set set, uint32_t guess, int64_t bound, int64_t limit, Split *split)
{
    const Search *search = worker->search;
    const Frame *frame = set.frame;
    const uint8_t *row = frame->rows + (size_t)guess * frame->n;
    const int last = search->game->feedbacks - 1;
    const int64_t *least = least_prices(worker, set.depth + 1);
    uint32_t ends[MAX_FEEDBACKS], sizes[MAX_FEEDBACKS];
    uint32_t *members = take(worker, set.n * sizeof *members);
    uint8_t *feedback = take(worker, set.n);
    for (uint32_t at = 0; at < set.n; at++)
        feedback[at] = row[set.members[at]];
    sort_by_feedback(feedback, set.members, set.n, last + 1, members, sizes, ends);
    split->open = 0;
    for (int value = 0; value < last; value++) {
        Cell *cell = &split->cells[value];
        cell->n = sizes[value];
        cell->members = members + ends[value] - cell->n;
        cell->open = cell->scanned = false;
        if (cell->n <= 2)
            continue;
        Set inner = {frame, cell->members, cell->n, set.depth + 1};
        cell->assumed = least[cell->n];
        if (cell->n <= (uint32_t)last + 1) {
            cell->guess = perfect(inner);
            if (cell->guess != NONE)
                continue;
            cell->assumed = imperfect_price(worker, inner);
            bound += cell->assumed - least[cell->n];
            if (bound >= limit)
                return false;
        }
        open_cell(split, value);
    }
    for (int at = split->open - 1; at >= 0; at--) {
        Cell *cell = &split->cells[split->order[at]];
        const Set inner = {frame, cell->members, cell->n, set.depth + 1};
        scan_set(worker, inner, cell->assumed, &cell->scan);
        cell->scanned = true, cell->known = (Known){0, false};
        if (cell->scan.least > cell->assumed) {
            bound += cell->scan.least - cell->assumed;
            cell->assumed = cell->scan.least;
            if (bound >= limit)
                return false;
        }
    }
    split->bound = bound;
    return true;
}

static bool split_by_ladder(Worker *worker, Ladder *ladder, uint32_t guess, int64_t limit, Split *split)
{
    const Search *search = worker->search;
    const Set set = ladder->set;
    const Frame *frame = set.frame;
    const int last = frame->table.feedbacks - 1;
    uint32_t sizes[MAX_FEEDBACKS];
    int order[MAX_FEEDBACKS], cells = 0;
    uint8_t *feedback = take(worker, set.n + 64);
    vectors->select(frame->rows + (size_t)guess * frame->n, ladder->row, ladder->lines, feedback);
    vectors->tally(feedback, set.n, last + 1, sizes);
    int64_t bound = times(sizes[last], price(search, set.depth + 1));
    for (int value = 0; value < last; value++) {
        const uint32_t n = sizes[value];
        bound += ladder->prices[n];
        if (n <= 2)
            continue;
        int at = cells++;
        for (; at && sizes[order[at - 1]] < n; at--)
            order[at] = order[at - 1];
        order[at] = value;
    }
    if (bound >= limit)
        return false;
    uint32_t *places = take(worker, (set.n + 16) * sizeof *places);
    uint32_t used = 0, starts[MAX_FEEDBACKS];
    for (int at = 0; at < cells; at++) { /* the largest first: they say most */
        const int value = order[at];
        Cell *cell = &split->cells[value];
        uint32_t perfect;
        starts[at] = used;
        used += vectors->find(feedback, set.n, (uint8_t)value, places + used);
        cell->assumed = bound_cell(worker, ladder, places + starts[at], sizes[value],
                                   limit - bound + ladder->prices[sizes[value]], &perfect);
        cell->guess = perfect == NONE ? NONE : frame->secrets[set.members[perfect]];
        bound += cell->assumed - ladder->prices[sizes[value]];
        if (bound >= limit)
            return false;
    }
    uint32_t *members = take(worker, set.n * sizeof *members);
    split->open = 0;
    split->bound = bound;
    for (int value = 0; value < last; value++)
        split->cells[value].n = sizes[value], split->cells[value].open = false;
    for (int at = 0; at < cells; at++) {
        Cell *cell = &split->cells[order[at]];
        cell->members = members + starts[at];
        for (uint32_t member = 0; member < cell->n; member++)
            members[starts[at] + member] = set.members[places[starts[at] + member]];
        cell->scanned = false;
        if (cell->guess == NONE)
            open_cell(split, order[at]);
    }
    for (int at = split->open - 1; at >= 0; at--) {
        Cell *cell = &split->cells[split->order[at]];
        cell->known = is_beamed(search, cell->n)
                          ? (Known){0, false}
                          : known_price(worker, (Set){frame, cell->members, cell->n, set.depth + 1});
        raise_cell(split, cell, cell->known.price);
        if (split->bound >= limit)
            return false;
    }
    return true;
}

bool split_set(Worker *worker, Set set, Ladder *ladder, uint32_t guess, int64_t bound, int64_t limit,
               Split *split)
{
    return ladder ? split_by_ladder(worker, ladder, guess, limit, split)
                  : split_small(worker, set, guess, bound, limit, split);
}

void put_known_last(Split *split)
{
    int later[MAX_FEEDBACKS], exact = 0;
    for (int at = 0; at < split->open; at++)
        if (split->cells[split->order[at]].known.exact)
            later[exact++] = split->order[at];
        else
            split->order[at - exact] = split->order[at];
    memcpy(split->order + split->open - exact, later, sizeof *later * (size_t)exact);
}

void join_plans(Worker *worker, uint32_t guess, const Split *split, size_t base)
{
    int last = worker->search->game->feedbacks - 1;
    size_t start = worker->planned, length = 1;
    for (int value = 0; value < last; value++)
        if (split->cells[value].n > 2)
            length += split->cells[value].open ? split->cells[value].length : 1;
    plan_room(worker, length);
    uint32_t *plan = worker->plan + start;
    *plan++ = guess;
    for (int value = 0; value < last; value++) {
        const Cell *cell = &split->cells[value];
        if (cell->n <= 2)
            continue;
        if (!cell->open)
            *plan++ = cell->guess;
        else {
            memcpy(plan, worker->plan + cell->plan, cell->length * sizeof *plan);
            plan += cell->length;
        }
    }
    worker->planned = start + length;
    move_plan(worker, start, base);
}
