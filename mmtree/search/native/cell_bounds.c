/* A ladder: guesses in falling order of the cells they make of a set. */

#include "cell_bounds.h"

#include <string.h>

enum { FAR = 6 }; /* so many guesses to one of a rung, and its feedback is found anew, not gathered */

void start_ladder(Worker *worker, Set set, const uint8_t *cells, const int64_t *prices, const Shown *shown,
                  Ladder *ladder)
{
    const Frame *frame = set.frame;
    *ladder = (Ladder){.set = set, .shown = shown, .cells = cells, .prices = prices};
    vectors->tally(cells, frame->count, frame->table.feedbacks + 1, ladder->left);
    ladder->top = (unsigned)frame->table.feedbacks;
    while (ladder->top && !ladder->left[ladder->top])
        ladder->top--;
    const size_t stride = ((size_t)set.n + PADDED - 1) / PADDED * PADDED;
    uint8_t *columns = take(worker, stride * set.n);
    for (uint32_t at = 0; at < set.n; at++) {
        const uint32_t guess = frame->position[set.members[at]];
        const uint8_t *row = frame->rows + (size_t)guess * frame->n;
        for (uint32_t other = 0; other < set.n; other++)
            columns[stride * at + other] = row[set.members[other]];
        memset(columns + stride * at + set.n, 0, stride - set.n);
    }
    ladder->row = take(worker, set.n * sizeof *ladder->row);
    for (uint32_t at = 0; at < set.n; at++) {
        const uint32_t member = set.members[at], line = member / 64 * 64;
        if (!at || ladder->row[ladder->lines - 1].at != line)
            ladder->row[ladder->lines++] = (Chosen){line, 0};
        ladder->row[ladder->lines - 1].bytes |= (uint64_t)1 << member % 64;
    }
    ladder->members = (Table){columns, stride, frame->table.feedbacks};
    ladder->counted = take(worker, stride > frame->table.stride ? stride : frame->table.stride);
    ladder->room = take(worker, (frame->table.stride + PADDED * RUNGS) * set.n + PADDED);
}

/* The next guesses: all that make so many cells, and enough levels below that. */
static void make_rung(Worker *worker, Ladder *ladder)
{
    const Set set = ladder->set;
    const Frame *frame = set.frame;
    const Game *game = worker->search->game;
    const unsigned top = ladder->top;
    uint32_t many = 0, lines = 0, count = 0;
    unsigned low = top + 1;
    while (low > 1 && many < RUNG_GUESSES)
        many += ladder->left[--low], ladder->left[low] = 0;
    while (ladder->top && !ladder->left[ladder->top])
        ladder->top--;
    const Mark from = mark(worker);
    Chosen *chosen = take(worker, frame->table.stride / 64 * sizeof *chosen);
    uint32_t *guesses = take(worker, many * sizeof *guesses);
    for (uint32_t line = 0; line < frame->count; line += 64) {
        const uint32_t end = frame->count - line < 64 ? frame->count - line : 64;
        uint64_t bytes = 0;
        for (uint32_t at = 0; at < end; at++)
            bytes |= (uint64_t)(ladder->cells[line + at] - low <= top - low) << at;
        for (uint64_t left = bytes; left; left &= left - 1) {
            const uint32_t at = (uint32_t)__builtin_ctzll(left);
            if (useful(game, ladder->shown, frame->guesses[line + at]))
                guesses[count++] = frame->guesses[line + at];
            else
                bytes &= ~((uint64_t)1 << at);
        }
        if (bytes)
            chosen[lines++] = (Chosen){line, bytes};
    }
    Rung *rung = &ladder->rungs[ladder->count++];
    const size_t stride = ((size_t)count + PADDED - 1) / PADDED * PADDED;
    *rung = (Rung){{ladder->room, stride, frame->table.feedbacks}, top};
    if (frame->count < FAR * count)
        for (uint32_t at = 0; at < set.n; at++)
            vectors->select(frame->table.columns + frame->table.stride * set.members[at], chosen, lines,
                            ladder->room + stride * at);
    else {
        const Codes codes = columns(worker, game, guesses, count);
        for (uint32_t at = 0; at < set.n; at++)
            vectors->answers(&codes, &game->code[frame->secrets[set.members[at]]], game->whites, game->index,
                             ladder->room + stride * at);
    }
    ladder->room += stride * set.n;
    release(worker, from);
}

int64_t bound_cell(Worker *worker, Ladder *ladder, const uint32_t *places, uint32_t n, int64_t needed,
                   uint32_t *perfect)
{
    const Search *search = worker->search;
    const uint32_t depth = ladder->set.depth + 1;
    unsigned inside = 0;
    *perfect = NONE;
    vectors->scan(&ladder->members, places, n, 0, ladder->members.stride, ladder->counted);
    for (uint32_t at = 0; at < n; at++)
        if (ladder->counted[places[at]] > inside)
            inside = ladder->counted[places[at]], *perfect = places[at];
    int64_t bound = flat_bound(search, depth, n, inside, true);
    if (inside == n)
        return bound;
    *perfect = NONE;
    /* A guess from outside matters where it makes so many cells that it costs less. */
    unsigned most = inside;
    while (most < n && flat_bound(search, depth, n, most + 1, false) >= bound)
        most++;
    for (int at = 0; most < n; at++) {
        const unsigned top = at < ladder->count ? ladder->rungs[at].top : ladder->top;
        if (top <= most)
            break;
        const int64_t lower = flat_bound(search, depth, n, top < n ? top : n, false);
        if (lower >= needed || at == RUNGS) { /* no need to look further down */
            bound = lower;
            break;
        }
        if (at == ladder->count)
            make_rung(worker, ladder);
        const Table *table = &ladder->rungs[at].table;
        const unsigned found = vectors->scan(table, places, n, 0, table->stride, ladder->counted);
        if (found > most) {
            most = found;
            bound = flat_bound(search, depth, n, most, false);
        }
    }
    return bound > ladder->prices[n] ? bound : ladder->prices[n];
}
