/* Checks a certificate of optimality for Mastermind, as README.md next to this file defines it.
 *
 *     cc -O3 -march=native -o check_proof check_proof.c && ./check_proof FILE.proof
 *
 * The exit status is 0 if the certificate is accepted, 1 if it is refused, and 2 if it cannot be
 * checked (wrong usage, unreadable file, too little memory).
 *
 * README.md gives the reasons for the bounds and the rules 1 to 5. The checker adds four ideas, to
 * save time. A guess divides a part of a set into no more cells than the set. So each set keeps
 * its guesses in falling order of their cells, and a part of it is divided only by guesses whose
 * number of cells is high enough to matter. Guesses that differ only in colours that no guess before
 * the set has need not all be counted (Images). The bound of a cell rises the more guesses have
 * divided it, so the cells of a guess are divided no further than their bounds must rise (Cell). And
 * the binary digits of feedbacks are also stored as lines of bits, a bit for each guess, because one
 * instruction handles all bits of a line. Games of version 2 have lines of bytes, as they may have
 * many feedbacks.
 */
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A bit for each guess of a chunk. */
#if !defined(__GNUC__) || defined(PLAIN_LINES)
typedef uint64_t Line;
#elif defined(__AVX2__)
typedef uint64_t Line __attribute__((vector_size(32), aligned(16))); /* as realloc aligns */
#define BYTES uint8_t __attribute__((vector_size(32)))
#else
typedef uint64_t Line __attribute__((vector_size(16)));
#define BYTES uint8_t __attribute__((vector_size(16)))
#endif

enum {
    MAX_PEGS = 9, MAX_COLORS = 36, MAX_CODES = 1 << 16,
    MAX_FEEDBACKS = 255, /* of a game in version 2 of the file */
    PEG_FEEDBACKS = 54,  /* of 9 pegs; fits the bits of a mask */
    FEEDBACK_DIGITS = 6, /* the binary digits of a feedback, or of a number of cells */
    MAX_BYTES = 1 << 28, /* of the file */
    MAX_TABLE = 1 << 30, /* feedbacks of nested sets */
    MAX_DEPTH = 200,     /* nested sets */
    MAX_COST = MAX_DEPTH + 50, /* by_size looks 36 guesses ahead of the deepest set, or fewer */
    MAX_IMAGES = 16,     /* see find_images */
    CHUNK = 8 * sizeof(Line), /* guesses that are counted at once */
    FEW = 64,            /* secrets of a game, of which pairs are compared */
    LEVELS = 31,         /* the most guesses for which limits are counted */
    MAX_FINDABLE = 1 + PEG_FEEDBACKS * PEG_FEEDBACKS,
    MAX_DIGITS = 17      /* binary digits of a number of secrets */
};

typedef int64_t Price;
static const Price INFINITE = (Price)1 << 55; /* one for each feedback does not overflow */
static const Price MAX_NUMBER = ((Price)1 << 47) - 1; /* of a text, or a bound: as above */

/* ---- Messages and memory ---- */

static const char *file_name;
static uint64_t statement, record; /* their numbers; 0 outside */

#define refuse(...) stop(1, __VA_ARGS__)
#define give_up(...) stop(2, __VA_ARGS__)

static void stop(int status, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    fflush(stdout);
    fprintf(stderr, "check_proof: %s: ", file_name);
    if (statement > 1)
        fprintf(stderr, "statement %llu%s", (unsigned long long)statement, record ? ", " : ": ");
    if (record)
        fprintf(stderr, "record %llu: ", (unsigned long long)record);
    vfprintf(stderr, format, arguments);
    va_end(arguments);
    fputc('\n', stderr);
    exit(status);
}

typedef struct { /* an array that grows */
    void *start;
    size_t bytes;
} Space;

static void *grow(Space *space, size_t count, size_t size)
{
    if (count > SIZE_MAX / 2 / size)
        give_up("too little memory for %zu times %zu bytes", count, size);
    size_t bytes = count * size;
    if (bytes > space->bytes) {
        if (bytes < space->bytes + space->bytes / 2)
            bytes = space->bytes + space->bytes / 2;
        void *start = realloc(space->start, bytes);
        if (!start)
            give_up("too little memory for a table of %zu bytes", bytes);
        space->start = start;
        space->bytes = bytes;
    }
    return space->start;
}

/* ---- The bytes of the file ---- */

static const uint8_t *next, *file_end;

static uint8_t read_byte(void)
{
    if (next == file_end)
        refuse("the file ends too early");
    return *next++;
}

static uint64_t read_varint(void)
{
    uint64_t value = 0;
    for (int shift = 0; shift < 63; shift += 7) {
        uint8_t byte = read_byte();
        value |= (uint64_t)(byte & 127) << shift;
        if (byte < 128) {
            if (byte == 0 && shift > 0)
                refuse("a number takes more bytes than necessary");
            return value;
        }
    }
    refuse("a number is 2^63 or more");
    return 0;
}

static void read_line(char *line, size_t size)
{
    for (size_t i = 0; i < size; i++) {
        uint8_t byte = read_byte();
        if (byte == '\n') {
            line[i] = 0;
            return;
        }
        if (byte < 32 || byte > 126)
            refuse("a line of text has the byte %d", byte);
        line[i] = (char)byte;
    }
    refuse("a line of text has more than %zu bytes", size - 1);
}

/* Reads a number without leading zeros. Returns -1 if there is none. */
static Price parse_number(const char **text)
{
    Price value = 0;
    const char *start = *text;
    for (; **text >= '0' && **text <= '9'; ++*text)
        if (value > MAX_NUMBER / 10 || (value = 10 * value + (**text - '0')) > MAX_NUMBER)
            refuse("a number is too large: 2^47 or more");
    return *text == start || (*start == '0' && *text > start + 1) ? -1 : value;
}

/* ---- Rules, codes and feedback ---- */

static const char LETTERS[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";
static bool is_game; /* whether the file has version 2; see read_game.c */
static bool is_limited; /* whether it has version 3 */
static bool identified, consistent, holes, places_matter;
static bool has_renamings = true;
static int pegs, colors;
static bool distinct, black_only;
static bool separate; /* the colours of each position are renamed separately */
static char rules[64];
static uint32_t n_codes; /* that may be guessed */
static uint32_t n_all;   /* that can be the secret */
static uint32_t weight[MAX_PEGS]; /* of each position in the number of a code */
static int n_feedbacks, all_black;
static int n_digits;     /* see read_block */
static size_t n_lines;   /* see read_lines */
static uint8_t feedback_number[MAX_PEGS + 1][MAX_PEGS + 1]; /* of black and black + white */

static bool feedback_exists(int black, int white)
{
    if (black_only)
        return white == 0 && !(distinct && colors == pegs && black == pegs - 1);
    if (black == pegs - 1 && white == 1)
        return false;
    if (distinct)
        return black + white >= 2 * pegs - colors;
    return colors > 2 || white % 2 == 0;
}

/* Sets the weights of positions. Returns the number of codes. */
static uint64_t count_codes(uint64_t most)
{
    uint64_t codes = 1;
    for (int i = pegs - 1; i >= 0; i--) {
        weight[i] = (uint32_t)codes;
        codes *= (uint64_t)(distinct ? colors - i : colors);
        if (codes > most)
            give_up("%s has too many codes: at most %lu can be checked", rules, (unsigned long)most);
    }
    return codes;
}

static void number_feedbacks(void)
{
    for (int black = 0; black <= pegs; black++)
        for (int white = 0; black + white <= pegs; white++)
            if (feedback_exists(black, white))
                feedback_number[black][black + white] = (uint8_t)n_feedbacks++;
            else if (black_only && white > 0) /* the number of white pegs does not matter */
                feedback_number[black][black + white] = feedback_number[black][black];
    all_black = n_feedbacks - 1;
}

static void read_rules(void)
{
    char line[32];
    read_line(line, sizeof line);
    const char *text = line;
    pegs = (int)parse_number(&text);
    colors = *text == 'p' ? (text++, (int)parse_number(&text)) : 0;
    distinct = strstr(text, "-distinct") != NULL;
    black_only = strstr(text, "-black") != NULL;
    separate = black_only && !distinct;
    snprintf(rules, sizeof rules, "%dp%dc%s%s", pegs, colors, distinct ? "-distinct" : "",
             black_only ? "-black" : "");
    if (strcmp(rules, line) != 0)
        refuse("rules %s: they must be written as 4p6c, 4p10c-distinct or 4p6c-black", line);
    if (pegs < 1 || pegs > MAX_PEGS || colors < 2 || colors > MAX_COLORS)
        refuse("rules %s: 1 to 9 pegs and 2 to 36 colours are supported", line);
    if (distinct && colors < pegs)
        refuse("rules %s: there are too few colours for distinct codes", line);

    n_codes = n_all = (uint32_t)count_codes(MAX_CODES);
    number_feedbacks();
    n_lines = 4 + (size_t)(n_feedbacks + 3) / 4;
    while (all_black >> n_digits)
        n_digits++;
}

static void to_digits(uint32_t code, uint8_t *digit)
{
    bool used[MAX_COLORS] = {false};
    for (int i = 0; i < pegs; i++) {
        uint32_t rank = code / weight[i];
        code %= weight[i];
        if (distinct) { /* the colour with that rank among the colours that are left */
            uint32_t color = 0;
            for (;; color++)
                if (!used[color] && rank-- == 0)
                    break;
            used[color] = true;
            rank = color;
        }
        digit[i] = (uint8_t)rank;
    }
}

static uint32_t from_digits(const uint8_t *digit)
{
    uint32_t code = 0;
    for (int i = 0; i < pegs; i++) {
        uint32_t rank = digit[i];
        for (int j = 0; distinct && j < i; j++)
            rank -= digit[j] < digit[i];
        code += rank * weight[i];
    }
    return code;
}

/* Returns the letters of a code, or the number of a guess in version 2. */
static const char *letters(uint32_t code)
{
    static char text[16];
    uint8_t digit[MAX_PEGS];
    if (is_game) {
        snprintf(text, sizeof text, "%lu", (unsigned long)code);
        return text;
    }
    to_digits(code, digit);
    for (int i = 0; i < pegs; i++)
        text[i] = LETTERS[digit[i]];
    return text;
}

/* The digits of all codes, position by position, then their pegs of each colour. */
static uint8_t *columns;

static void build_columns(void)
{
    static Space space;
    const size_t bytes = (size_t)(pegs + colors) * n_codes;
    columns = memset(grow(&space, bytes, 1), 0, bytes);
    for (uint32_t code = 0; code < n_codes; code++) {
        uint8_t digit[MAX_PEGS];
        to_digits(code, digit);
        for (int i = 0; i < pegs; i++) {
            columns[(size_t)i * n_codes + code] = digit[i];
            columns[(size_t)(pegs + digit[i]) * n_codes + code]++;
        }
    }
}

/* Computes the feedback between a code and each code. */
static void fill_row(uint32_t code, uint8_t *restrict row)
{
    const uint8_t *number = feedback_number[0], *restrict theirs = columns;
    const uint32_t n = n_codes;
    uint8_t digit[MAX_PEGS], count[MAX_COLORS] = {0};
    to_digits(code, digit);
    memset(row, 0, n);
    for (int i = 0; i < pegs; i++, theirs += n) {
        const uint8_t mine = digit[i];
        count[mine]++;
        for (uint32_t q = 0; q < n; q++)
            row[q] = theirs[q] == mine ? (uint8_t)(row[q] + MAX_PEGS + 1) : row[q];
    }
    for (int color = 0; color < colors; color++, theirs += n) {
        const uint8_t mine = count[color];
        for (uint32_t q = 0; mine && q < n; q++)
            row[q] = (uint8_t)(row[q] + (theirs[q] < mine ? theirs[q] : mine));
    }
    for (uint32_t q = 0; q < n; q++)
        row[q] = number[row[q]];
}

/* ---- Prices and bounds ---- */

static Price unit, last, surcharge, since; /* the first guess with the surcharge */
static bool has_opening;
static uint32_t opening;
static Price *cost; /* c(k) in README.md */

static Price cap(Price sum)
{
    return sum < INFINITE ? sum : INFINITE;
}

/* The price of some secrets that are found with guess k. It does not overflow, as set_prices
 * limits the cost of all codes. */
static Price times(size_t secrets, int k)
{
    return secrets == 0 ? 0 : cost[k] == INFINITE ? INFINITE : (Price)secrets * cost[k];
}

static Price by_size(int d, size_t n) /* L in README.md */
{
    Price sum = 0;
    if (identified && n > 0) { /* the leaves of an even tree */
        size_t branches = (size_t)all_black, whole = 1;
        for (; n > whole * branches; d++)
            whole *= branches;
        size_t divided = (n - whole + branches - 2) / (branches - 1);
        return cap(times(whole - divided, d) + times(n - whole + divided, d + 1));
    }
    for (uint64_t width = 1; n > 0; width *= (uint64_t)all_black) {
        size_t found = n < width ? n : (size_t)width;
        sum += times(found, ++d);
        n -= found;
    }
    return cap(sum);
}

static Price guess_in_set(int d, size_t n, int k) /* S in README.md */
{
    if (identified)
        return INFINITE;
    return cap(cost[d + 1] + times((size_t)k - 1, d + 2) + times(n - (size_t)k, d + 3));
}

static Price other_guess(int d, size_t n, int k) /* O in README.md */
{
    if (consistent)
        return INFINITE;
    if (identified) {
        size_t single = (size_t)k < n ? (size_t)k - 1 : n;
        return cap(times(single, d + 1) + times(n - single, d + 2));
    }
    return cap(times((size_t)k, d + 2) + times(n - (size_t)k, d + 3));
}

static int lower(int cells, size_t n)
{
    return n < (size_t)cells ? (int)n : cells;
}

/* The bound by all guesses: T and C in README.md, which differ in i and o. */
static Price by_all_guesses(int d, size_t n, int i, int o)
{
    Price size = by_size(d, n);
    if (n <= 2)
        return size;
    Price in = guess_in_set(d, n, lower(i, n)), other = other_guess(d, n, lower(o, n));
    Price least = in < other ? in : other;
    return least > size ? least : size;
}

static uint8_t most_of_two[PEG_FEEDBACKS]; /* E(f) in README.md */
static size_t limited[LEVELS][PEG_FEEDBACKS + 1]; /* N(g, k), from g = 1 */

/* The bound of a cell with a feedback, of a set with these i and o: T in README.md. */
static Price by_cell(int d, size_t n, int f, int i, int o)
{
    if (!is_limited || n <= 2)
        return by_all_guesses(d, n, i, o);
    int k = most_of_two[f] < o ? most_of_two[f] : o;
    Price sum = 0, bound = by_all_guesses(d, n, i < k ? i : k, k);
    for (size_t g = 0, found = 0; found < n; g++) {
        size_t more = g == LEVELS - 1 || limited[g][k] >= n ? n : limited[g][k];
        sum += times(more - found, d + 1 + (int)g);
        found = more;
    }
    sum = cap(sum);
    return sum > bound ? sum : bound;
}

/* ---- Sets ---- */

/* The set of all codes is node 0. Each other node is the cell of a guess on its parent. */
typedef struct {
    uint32_t parent, guess;
    uint8_t feedback;
} Node;

typedef struct {
    int depth;             /* the number of guesses before */
    uint32_t node;
    Price bound;           /* to be shown */
    size_t n;              /* the number of secrets */
    uint32_t *secret;      /* rows of the table, or codes if has_rows is false; NULL at the root */
    uint32_t *place;       /* of each secret among the secrets of the set above */
    bool has_rows;
    uint8_t *row;          /* the feedback of the current guess for each secret */
    int most_in, most_any; /* i and o in README.md */
    uint32_t *order;       /* its guesses, those that may divide it into many cells first */
    size_t end[MAX_FEEDBACKS + 1]; /* the guesses from order[end[v]] on make fewer than v cells */
    Line *block;           /* see read_block */
    size_t first_block, n_blocks;
    uint16_t *findable;    /* see count_cells_within: of its guesses, in order */
    uint8_t frequent[MAX_FEEDBACKS]; /* feedbacks, the most frequent first */
    uint32_t *open;        /* the guesses that rules 1 and 2 do not refute by size alone */
    size_t n_open;
    uint32_t *listed;
    size_t n_listed;
    const uint8_t *generators;
    uint64_t n_generators;
    Space secret_space, place_space, row_space, order_space, findable_space, block_space,
          open_space, listed_space;
} Set;

typedef struct { /* what later cells need of a record, if they may refer to it */
    bool marked;
    uint32_t node;
    int depth;
    size_t n;
    Price bound;
} Shown;

static Node *nodes;
static size_t n_nodes;
static Shown *shown; /* by the number of the record, from 1 */
static Set *sets[MAX_DEPTH + 1]; /* the set at each depth; the sets above the current are open */
static Set part;                 /* a cell of a guess that is not raised */
static uint64_t held;            /* the secrets of the nested sets */
static Space node_space, shown_space, table_space, table_code_space, inner_space;

/* The table has a row of feedback for each secret of the current set at depth 1. */
static uint8_t *table;
static uint32_t *table_code;
static size_t n_rows;
static uint8_t *inner; /* the feedbacks between its secrets, or NULL if they are not copied */

static uint8_t *table_row(uint32_t row)
{
    return table + (size_t)row * n_codes;
}

/* The images of all codes when some colours are exchanged. If no guess before a set has these colours,
 * that maps the set onto itself, so all images divide it into as many and as large cells. */
typedef struct {
    uint64_t colors; /* as bits */
    uint32_t *first; /* of each code: its first image */
    uint32_t *order; /* all codes: those that are their own first image; then those that are it if the
                      * lowest colour is not exchanged, as if a later guess had it; and so on */
    Space first_space, order_space;
} Images;

static uint32_t find_first_image(uint32_t code, uint64_t exchanged)
{
    uint8_t digit[MAX_PEGS], image[MAX_COLORS], next_color = 0;
    uint64_t named = 0;
    to_digits(code, digit);
    for (int i = 0; i < pegs; i++) {
        uint64_t bit = (uint64_t)1 << digit[i];
        if (!(exchanged & bit))
            continue;
        if (!(named & bit)) {
            while (!(exchanged >> next_color & 1))
                next_color++;
            image[digit[i]] = next_color++;
        }
        named |= bit;
        digit[i] = image[digit[i]];
    }
    return from_digits(digit);
}

/* Returns the images by the colours that no guess before a set has; of a game, each code is alone. */
static const Images *find_images(const Set *s)
{
    static Images images[MAX_IMAGES];
    static size_t n_images;
    static Space space;
    uint8_t digit[MAX_PEGS];
    uint64_t free_colors = is_game ? 0 : ((uint64_t)1 << colors) - 1;
    for (uint32_t node = s->node; free_colors && node != 0; node = nodes[node].parent) {
        to_digits(nodes[node].guess, digit);
        for (int i = 0; i < pegs; i++)
            free_colors &= ~((uint64_t)1 << digit[i]);
    }
    free_colors = free_colors & (free_colors - 1) ? free_colors : 0; /* one is not exchanged */
    for (size_t i = 0; i < MAX_IMAGES; i++)
        if (images[i].first && images[i].colors == free_colors)
            return images + i;
    Images *made = images + n_images++ % MAX_IMAGES; /* instead of the oldest */
    made->colors = free_colors;
    made->first = grow(&made->first_space, n_codes, sizeof *made->first);
    made->order = grow(&made->order_space, n_codes, sizeof *made->order);
    uint8_t *level = grow(&space, n_codes, 1);
    for (uint32_t code = 0; code < n_codes; code++) {
        uint64_t left = free_colors;
        uint32_t image = made->first[code] = left ? find_first_image(code, left) : code;
        for (level[code] = 0; image != code && level[code] < pegs; level[code]++)
            image = find_first_image(code, left &= left - 1);
    }
    uint32_t *end = made->order;
    for (int i = 0; i <= pegs; i++)
        for (uint32_t code = 0; code < n_codes; code++)
            if (level[code] == i)
                *end++ = code;
    return made;
}

/* Sorts the guesses of a set by a key, which falls; guesses of one key by their images. Sets the end
 * of each key in this order. */
static void sort_guesses(Set *s, const uint16_t *key, int most, size_t *end)
{
    const uint32_t *order = find_images(s)->order;
    size_t total = 0;
    s->order = grow(&s->order_space, n_codes + CHUNK, sizeof *s->order);
    memset(s->order + n_codes, 0, CHUNK * sizeof *s->order); /* fills the last chunk with AAAA */
    memset(end, 0, (size_t)(most + 1) * sizeof *end);
    for (uint32_t code = 0; code < n_codes; code++)
        end[key[code]]++;
    for (int v = most; v >= 0; v--) {
        total += end[v];
        end[v] = total - end[v];
    }
    for (uint32_t i = 0; i < n_codes; i++)
        s->order[end[key[order[i]]]++] = order[i];
    s->first_block = s->n_blocks = 0;
}

/* Lists the guesses of a set that are not sorted yet: each may make any number of cells. The set
 * takes the place of the set above. */
static void sort_by_code(Set *s)
{
    static Space space;
    uint16_t *key = grow(&space, n_codes, sizeof *key);
    for (uint32_t code = 0; code < n_codes; code++)
        key[code] = (uint16_t)n_feedbacks;
    sort_guesses(s, key, n_feedbacks, s->end);
    for (int v = 0; v < n_feedbacks; v++)
        s->end[v] = n_codes;
    for (uint32_t j = 0; j < s->n; j++)
        s->place[j] = j;
}

static void build_table(Set *s)
{
    if (table_space.bytes / 2 > (size_t)s->n * n_codes) { /* give memory back */
        free(table_space.start);
        table_space = (Space){NULL, 0};
    }
    table = grow(&table_space, s->n, n_codes);
    table_code = grow(&table_code_space, s->n, sizeof *table_code);
    n_rows = s->n, inner = NULL;
    for (uint32_t j = 0; j < s->n; j++) {
        table_code[j] = s->secret[j];
        fill_row(table_code[j], table_row(j));
        s->secret[j] = j;
    }
    s->has_rows = true;
    sort_by_code(s);
}

/* Computes the feedback of a guess for each secret in s->row, and the sizes of its cells. Returns
 * the number of cells. */
static int divide(Set *s, uint32_t guess, size_t *size)
{
    s->row = grow(&s->row_space, s->n, 1);
    if (!s->has_rows)
        fill_row(guess, s->row);
    else
        for (size_t j = 0; j < s->n; j++)
            s->row[j] = table_row(s->secret[j])[guess];
    memset(size, 0, (size_t)n_feedbacks * sizeof *size);
    for (size_t j = 0; j < s->n; j++)
        size[s->row[j]]++;
    int cells = 0;
    for (int f = 0; f < n_feedbacks; f++)
        cells += size[f] > 0;
    return cells;
}

/* Puts the secrets of a cell of the current guess into another set. */
static void take_cell(const Set *s, int feedback, size_t n, Set *cell)
{
    cell->secret = grow(&cell->secret_space, n, sizeof *cell->secret);
    cell->place = grow(&cell->place_space, n + 1, sizeof *cell->place);
    cell->n = 0;
    cell->depth = s->depth + 1;
    cell->has_rows = s->has_rows;
    for (size_t j = 0; j < s->n; j++) { /* without a branch, which is hard to predict */
        cell->place[cell->n] = (uint32_t)j;
        cell->n += s->row[j] == feedback;
    }
    for (size_t k = 0; k < n; k++)
        cell->secret[k] = s->secret ? s->secret[cell->place[k]] : cell->place[k];
}

/* ---- Renamings ---- */

typedef struct {
    uint8_t source[MAX_PEGS], color[MAX_PEGS][MAX_COLORS];
} Renaming;

static void read_permutation(uint8_t *image, int n)
{
    uint64_t seen = 0;
    for (int i = 0; i < n; i++) {
        image[i] = read_byte();
        if (image[i] >= n || seen >> image[i] & 1)
            refuse("a renaming is not a permutation");
        seen |= (uint64_t)1 << image[i];
    }
}

static void read_renaming(Renaming *r)
{
    read_permutation(r->source, pegs);
    for (int j = 0; j < pegs; j++)
        if (j == 0 || separate)
            read_permutation(r->color[j], colors);
        else
            memcpy(r->color[j], r->color[0], sizeof r->color[0]);
    for (int j = 0; places_matter && j < pegs; j++)
        if (r->source[j] != j)
            refuse("a renaming moves places, which answers name");
    for (int j = 0; holes && j < pegs; j++)
        if (r->color[j][colors - 1] != colors - 1)
            refuse("a renaming makes a colour of the hole");
}

static uint32_t rename_code(const Renaming *r, uint32_t code)
{
    uint8_t digit[MAX_PEGS], image[MAX_PEGS];
    to_digits(code, digit);
    for (int j = 0; j < pegs; j++)
        image[j] = r->color[j][digit[r->source[j]]];
    return from_digits(image);
}

/* Returns whether the renaming, if any, maps the set of a node onto s, of as many secrets. A secret
 * x of s is an image if the set of the node has the code that is renamed to x. That code has the
 * right feedback for each guess before the set, so x has it for the renamed guess. */
static bool maps_onto(const Renaming *r, uint32_t node, const Set *s)
{
    static Space space;
    for (; node != 0; node = nodes[node].parent) {
        uint32_t guess = r ? rename_code(r, nodes[node].guess) : nodes[node].guess;
        uint8_t *row = NULL;
        if (!s->has_rows)
            fill_row(guess, row = grow(&space, n_codes, 1));
        for (size_t j = 0; j < s->n; j++)
            if ((row ? row[s->secret[j]] : table_row(s->secret[j])[guess]) != nodes[node].feedback)
                return false;
    }
    return true;
}

/* ---- Numbers of cells ---- */

#define EACH_BYTE 0x0101010101010101u

static int count_bits(uint64_t mask)
{
    mask -= mask >> 1 & 0x5555555555555555u;
    mask = (mask & 0x3333333333333333u) + (mask >> 2 & 0x3333333333333333u);
    mask = (mask + (mask >> 4)) & 0x0F0F0F0F0F0F0F0Fu;
    return (int)((mask * 0x0101010101010101u) >> 56);
}

/* Returns the highest bit of each byte that is the same in two lines. */
static Line same_bytes(Line x, Line y)
{
#ifdef BYTES
    return (Line)((BYTES)x == (BYTES)y);
#else
    Line low = 0x7F7F7F7F7F7F7F7Fu;
    return ~((((x ^ y) & low) + low) | (x ^ y));
#endif
}

/* Counts the cells into which eight guesses divide some secrets. */
static void count_cells_of_eight(const uint8_t *block, const uint32_t *place, size_t n,
                                 uint32_t *number)
{
    uint8_t seen[8][MAX_FEEDBACKS + 1];
    memset(seen, 0, sizeof seen);
    for (size_t j = 0; j < n; j++)
        for (size_t q = 0; q < 8; q++)
            seen[q][block[(size_t)place[j] * CHUNK + q]] = 1;
    for (size_t q = 0; q < 8; q++) {
        number[q] = 0;
        for (size_t f = 0; f <= MAX_FEEDBACKS; f++)
            number[q] += seen[q][f];
    }
}

/* Counts the cells into which a line of guesses divides a few secrets, by comparing all pairs. */
static void count_cells_by_pairs(const Line *block, const uint32_t *place, size_t n,
                                 uint32_t *number)
{
    Line row[FEW], sum;
    uint8_t cells[sizeof(Line)];
    memset(&sum, 0, sizeof sum);
    for (size_t j = 0; j < n; j++) {
        Line same = sum ^ sum;
        row[j] = block[8 * place[j]];
        for (size_t k = 0; k < j; k++)
            same |= same_bytes(row[j], row[k]);
        sum += ~same >> 7 & 0x0101010101010101u;
    }
    memcpy(cells, &sum, sizeof sum);
    for (size_t q = 0; q < sizeof(Line); q++)
        number[q] = cells[q];
}

/* Counts the cells into which each guess of a block of a game divides some secrets. Returns the
 * most. */
static int count_cells_of_bytes(const Line *block, const uint32_t *place, size_t n,
                                uint32_t *number)
{
    uint32_t most = 0;
    if (n <= FEW)
        for (size_t x = 0; x < 8; x++)
            count_cells_by_pairs(block + x, place, n, number + x * sizeof(Line));
    else
        for (size_t q = 0; q < CHUNK; q += 8)
            count_cells_of_eight((const uint8_t *)block + q, place, n, number + q);
    for (size_t q = 0; q < CHUNK; q++)
        most = number[q] > most ? number[q] : most;
    return (int)most;
}

/* Adds the bounds of the cells of a guess of a block of a game, by their sizes. */
static Price add_bounds_of_bytes(const Set *s, const uint8_t *block, const Price *const *bound)
{
    uint32_t size[MAX_FEEDBACKS] = {0};
    Price sum = 0;
    for (size_t j = 0; j < s->n; j++)
        size[block[(size_t)s->place[j] * CHUNK]]++;
    for (int f = 0; f < all_black; f++)
        sum += bound[f][size[f]];
    return sum;
}

/* Copies the feedbacks between secrets from the table, so that they are close together. */
static void build_inner(void)
{
    inner = grow(&inner_space, n_rows, n_rows);
    for (size_t j = 0; j < n_rows; j++)
        for (size_t k = 0; k < n_rows; k++)
            inner[j * n_rows + k] = table_row((uint32_t)j)[table_code[k]];
}

/* Returns the most cells into which one of n secrets of a game divides them. A secret is left as
 * soon as too few others are left. */
static int find_most_cells(const uint32_t *row, size_t n)
{
    int most = 1;
    for (size_t q = 0; q < n; q++) {
        uint64_t seen[MAX_FEEDBACKS / 64 + 1] = {0};
        int cells = 0;
        for (size_t j = 0; j < n && cells + (int)(n - j) > most; j++) {
            uint8_t f = table_row(row[j])[table_code[row[q]]];
            cells += !(seen[f / 64] >> f % 64 & 1);
            seen[f / 64] |= (uint64_t)1 << f % 64;
        }
        if (cells > most)
            most = cells;
    }
    return most;
}

/* Returns the most cells into which one of n secrets, rows of the table, divides them. */
static int count_cells_of_secrets(const uint32_t *row, size_t n)
{
    static Space space;
    if (is_game)
        return identified ? 1 : find_most_cells(row, n);
    uint64_t *mask = grow(&space, n, sizeof *mask); /* the feedbacks of each secret, as bits */
    int most = 0;
    bool is_whole = n == n_rows; /* the set of the table, which is counted once */
    if (!is_whole && !inner)
        build_inner();
    for (size_t j = 0; j < n; j++) {
        const uint8_t *feedback = is_whole ? table_row(row[j]) : inner + row[j] * n_rows;
        uint64_t seen = (uint64_t)1 << all_black;
        for (size_t k = 0; k < j; k++) {
            uint64_t bit = (uint64_t)1 << feedback[is_whole ? table_code[k] : row[k]];
            mask[k] |= bit;
            seen |= bit;
        }
        mask[j] = seen;
    }
    for (size_t j = 0; j < n; j++)
        if (count_bits(mask[j]) > most)
            most = count_bits(mask[j]);
    return most;
}

/* Sets the digits of a row of feedback for a chunk of guesses; see read_block. Guess q of the chunk
 * has bit q / B of byte q % B of a line of B bytes, so eight lines of feedbacks give one of digits. */
static void fill_digits(const uint8_t *row, const uint32_t *guess, Line *digit)
{
    uint8_t whole[CHUNK];
    Line eight[8];
    for (size_t q = 0; q < CHUNK; q++)
        whole[q] = row[guess[q]];
    memcpy(is_game ? digit : eight, whole, sizeof whole);
    if (is_game)
        return;
    for (int k = 0; k < n_digits; k++) {
        Line bits = eight[0] >> k & EACH_BYTE;
        for (int i = 1; i < 8; i++)
            bits |= (eight[i] >> k & EACH_BYTE) << i;
        digit[k] = bits;
    }
}

/* Returns the feedbacks that the secrets of a set get for a chunk of its guesses, in order: n_digits
 * lines for each secret, the binary digits of the feedbacks; of a game, their bytes. Chunks are
 * asked for in turn. They are read in runs, each as long as all before, as long as a row of the
 * table is in the cache. */
static const Line *read_block(Set *s, size_t number)
{
    size_t lines = s->n * (size_t)n_digits, end = s->first_block + s->n_blocks;
    if (number >= end) { /* memory that is not touched is not used */
        size_t left = (n_codes + CHUNK - 1) / CHUNK - end;
        size_t run = s->n_blocks > number - end ? s->n_blocks : number - end + 1;
        run = run < left ? run : left;
        s->block = grow(&s->block_space, s->n_blocks + run, lines * sizeof(Line));
        Line *block = s->block + s->n_blocks * lines;
        for (size_t j = 0; j < s->n; j++)
            for (size_t i = 0; i < run; i++)
                fill_digits(table_row(s->secret[j]), s->order + (end + i) * CHUNK,
                            block + i * lines + j * (size_t)n_digits);
        s->n_blocks += run;
    }
    return s->block + (number - s->first_block) * lines;
}

/* Returns the feedbacks of some secrets of a block, n_lines for each. Line l < 4 has the guesses
 * whose feedback is l modulo 4, and line 4 + h those whose feedback is 4 h to 4 h + 3, so line l &
 * line 4 + h has those with feedback 4 h + l. */
static const Line *read_lines(const Line *block, const uint32_t *place, size_t n)
{
    static Space space;
    Line *lines = grow(&space, n * n_lines, sizeof *lines), *line = lines;
    for (size_t j = 0; j < n; j++, line += n_lines) {
        const Line *digit = block + place[j] * (size_t)n_digits;
#ifdef __GNUC__
        for (int k = 0; j + 12 < n && k < n_digits; k += 2)
            __builtin_prefetch(block + place[j + 12] * (size_t)n_digits + k);
#endif
        Line zero = digit[0], one = n_digits > 1 ? digit[1] : zero ^ zero, *high = line + 4;
        line[0] = ~one & ~zero, line[1] = ~one & zero, line[2] = one & ~zero, line[3] = one & zero;
        high[0] = ~(zero ^ zero);
        for (int k = 2; k < n_digits; k++)
            for (size_t h = 0, bit = (size_t)1 << (k - 2); h < bit; h++) {
                if (h + bit < n_lines - 4)
                    high[h + bit] = high[h] & digit[k];
                high[h] &= ~digit[k];
            }
    }
    return lines;
}

/* Adds two lines of bits to each bit of a sum. Returns the carries. */
static Line add(Line *sum, Line x, Line y)
{
    Line either = x ^ y, carry = (x & y) | (either & *sum);
    *sum ^= either;
    return carry;
}

/* Adds a line of bits to numbers whose digits first, first + 1 … are lines. */
static void add_to(Line *digit, int first, int digits, Line x)
{
    for (int k = first; k < digits; k++) {
        Line carry = digit[k] & x;
        digit[k] ^= x;
        x = carry;
    }
}

/* Counts the cells into which each guess of a block divides some secrets. Returns the most. */
static int count_cells_of_block(const Line *lines, size_t n, Line *cells)
{
    int most = 0;
    memset(cells, 0, FEEDBACK_DIGITS * sizeof *cells);
    for (size_t h = 4; h < n_lines; h++) {
        Line seen[4];
        memset(seen, 0, sizeof seen);
        for (size_t j = 0; j < n; j++) {
            const Line *line = lines + j * n_lines;
            seen[0] |= line[0] & line[h], seen[1] |= line[1] & line[h];
            seen[2] |= line[2] & line[h], seen[3] |= line[3] & line[h];
        }
        Line x = add(cells, seen[0], seen[1]), y = add(cells, seen[2], seen[3]);
        add_to(cells, 2, FEEDBACK_DIGITS, add(cells + 1, x, y));
    }
    static const Line none;
    Line left = ~none; /* the guesses that may have the most */
    for (int k = FEEDBACK_DIGITS; k-- > 0;) {
        Line high = left & cells[k];
        if (memcmp(&high, &none, sizeof high) != 0)
            most |= 1 << k, left = high;
    }
    return most;
}

/* Stores the numbers whose binary digits are in lines, in the order of fill_digits. */
static void to_numbers(const Line *digit, int digits, uint32_t *number)
{
    uint8_t part[sizeof(Line)];
    memset(number, 0, CHUNK * sizeof *number);
    for (int i = 0; i < 8; i++, number += sizeof part)
        for (int first = 0; first < digits; first += 8) {
            Line sum = digit[first] >> i & EACH_BYTE;
            for (int k = first + 1; k < digits && k < first + 8; k++)
                sum |= (digit[k] >> i & EACH_BYTE) << (k - first);
            memcpy(part, &sum, sizeof part);
            for (size_t q = 0; q < sizeof part; q++)
                number[q] |= (uint32_t)part[q] << first;
        }
}

/* Counts how many secrets give a feedback to each guess of a block, in three digits or more. Eight
 * secrets are added in registers before their carry is added to the digits in memory. */
static void count_secrets(const Line *lines, size_t n, int feedback, Line *digit, int digits)
{
    const Line *low = lines + feedback % 4, *high = lines + 4 + feedback / 4;
    size_t j = 0;
    memset(digit, 0, (size_t)digits * sizeof *digit);
    Line ones = digit[0], twos = ones, fours = ones, x[8];
    for (; j + 8 <= n; j += 8) {
        for (size_t i = 0; i < 8; i++)
            x[i] = low[(j + i) * n_lines] & high[(j + i) * n_lines];
        Line a = add(&ones, x[0], x[1]), b = add(&ones, x[2], x[3]);
        Line c = add(&ones, x[4], x[5]), e = add(&ones, x[6], x[7]);
        a = add(&twos, a, b), c = add(&twos, c, e);
        add_to(digit, 3, digits, add(&fours, a, c));
    }
    digit[0] = ones, digit[1] = twos, digit[2] = fours;
    for (; j < n; j++)
        add_to(digit, 0, digits, low[j * n_lines] & high[j * n_lines]);
}

/* Adds the bounds of the cells of each guess of a block, by their sizes. */
static void add_bounds(const Set *s, const Line *lines, const Price *const *bound, Price *sum)
{
    int digits = 3;
    while (s->n >> digits)
        digits++;
    for (int f = 0; f < all_black; f++) {
        Line digit[MAX_DIGITS];
        uint32_t size[CHUNK];
        count_secrets(lines, s->n, f, digit, digits);
        to_numbers(digit, digits, size);
        for (size_t q = 0; q < CHUNK; q++)
            sum[q] += bound[f][size[q]];
    }
}

/* Lists T of the cells of a set by feedback and size; feedbacks with the same bounds share them. */
static const Price *const *list_bounds(const Set *s, int most_any)
{
    static Space space;
    static const Price *bound[MAX_FEEDBACKS];
    int same[MAX_FEEDBACKS], lists = 0;
    for (int f = 0; f < all_black; f++) {
        int e = 0;
        while (is_limited && e < f &&
               lower(most_of_two[e], (size_t)most_any) != lower(most_of_two[f], (size_t)most_any))
            e++;
        same[f] = e < f ? same[e] : lists++;
    }
    Price *sum = grow(&space, (size_t)lists * (s->n + 1), sizeof *sum);
    for (int f = 0, made = 0; f < all_black; f++) {
        Price *mine = sum + (size_t)same[f] * (s->n + 1);
        for (size_t m = 0; same[f] == made && m <= s->n; m++)
            mine[m] = by_cell(s->depth + 1, m, f, s->most_in, most_any);
        made += same[f] == made;
        bound[f] = mine;
    }
    return bound;
}

/* Returns whether a set must be shown to cost infinity with four guesses or more left. Then its
 * cells are counted as README.md says of the last guesses, as the bounds by cells are finite. */
static bool is_within(const Set *s)
{
    return !is_game && s->bound == INFINITE && last > s->depth + 3;
}

/* Counts the cells of a set for each guess, and keeps the guesses open that make enough cells, and
 * whose cells have too low bounds. It goes through the guesses in the order of the set above, and
 * skips those at the end that made too few cells of that set to stay open. Returns false if it has
 * raised most_any, from which the bounds of version 1 follow. */
static bool count_cells_of_guesses(Set *s, Set *above, int need_in, int need, uint16_t *cells,
                                   bool *is_open)
{
    const Price *const *bound = list_bounds(s, is_game ? n_feedbacks : s->most_any);
    int d = s->depth, v = n_feedbacks;
    size_t done = 0;
    const uint32_t *first = find_images(s)->first;
    if (above == s)
        s->first_block = s->n_blocks = 0;
    memset(is_open, 0, n_codes * sizeof *is_open);
    for (size_t j = 0; j < s->n && !identified; j++)
        is_open[table_code[s->secret[j]]] = true;
    for (; done < n_codes && !consistent; done += CHUNK) {
        Line digit[FEEDBACK_DIGITS];
        uint32_t number[CHUNK];
        Price sum[CHUNK] = {0};
        size_t n = n_codes - done < CHUNK ? n_codes - done : CHUNK;
        while (v > 0 && above->end[v] <= done)
            v--; /* now the guesses that are left make at most v cells */
        if (v <= s->most_any && v < need)
            break;
        if (above == s && s->n_blocks >= 16) /* they serve nobody else, as s is sorted below */
            s->first_block = done / CHUNK, s->n_blocks = 0;
        const uint32_t *guess = above->order + done;
        bool any_first = false;
        for (size_t q = 0; q < n; q++)
            any_first |= first[guess[q]] == guess[q];
        if (!any_first)
            continue;
        const Line *block = read_block(above, done / CHUNK), *lines = NULL;
        int most;
        if (is_game) {
            most = count_cells_of_bytes(block, s->place, s->n, number);
        } else {
            lines = read_lines(block, s->place, s->n);
            most = count_cells_of_block(lines, s->n, digit);
            to_numbers(digit, FEEDBACK_DIGITS, number);
        }
        if (most > s->most_any) {
            s->most_any = most;
            if (!is_game)
                return false;
        }
        bool any_open = false;
        for (size_t q = 0; q < n; q++) {
            int least = need;
            if (is_open[guess[q]]) /* still, as it is one of the secrets */
                least = need_in, sum[q] += cost[d + 1];
            cells[guess[q]] = (uint16_t)number[q];
            is_open[guess[q]] = (int)number[q] >= least;
            any_open |= is_open[guess[q]];
            if (is_game && is_open[guess[q]])
                sum[q] += add_bounds_of_bytes(s, (const uint8_t *)block + q, bound);
        }
        if (any_open && !is_game)
            add_bounds(s, lines, bound, sum);
        for (size_t q = 0; q < n; q++)
            is_open[guess[q]] &= sum[q] < s->bound;
    }
    for (size_t q = done; q < n_codes; q++) {
        while (v > 0 && above->end[v] <= q)
            v--;
        cells[above->order[q]] = (uint16_t)v;
        is_open[above->order[q]] &= v >= need_in;
    }
    for (uint32_t code = 0; code < n_codes; code++) {
        cells[code] = cells[first[code]];
        is_open[code] = is_open[first[code]];
    }
    return true;
}

/* Sorts the guesses of a set by their number of cells, computes most_in and most_any, and keeps
 * the guesses open that rules 1 and 2 do not refute by the sizes of their cells. */
static void count_cells(Set *s)
{
    static Space cells_space, open_space;
    Set *above = s->depth == !is_game || is_within(sets[s->depth - 1]) ? s : sets[s->depth - 1];
    if (!s->has_rows)
        build_table(s);
    else if (above == s)
        sort_by_code(s);
    s->most_any = s->most_in = count_cells_of_secrets(s->secret, s->n);
    uint16_t *cells = grow(&cells_space, n_codes, sizeof *cells); /* or more, if it is skipped */
    bool *is_open = grow(&open_space, n_codes, sizeof *is_open);
    /* S and O refute guesses that make fewer cells. */
    int d = s->depth, need_in = 1, need = 2;
    while (need_in <= n_feedbacks && guess_in_set(d, s->n, lower(need_in, s->n)) >= s->bound)
        need_in++;
    while (need <= n_feedbacks && other_guess(d, s->n, lower(need, s->n)) >= s->bound)
        need++;
    while (!count_cells_of_guesses(s, above, need_in, need, cells, is_open))
        continue;
    sort_guesses(s, cells, n_feedbacks, s->end);
    s->open = grow(&s->open_space, n_codes, sizeof *s->open);
    s->n_open = 0;
    for (uint32_t code = 0; code < n_codes; code++)
        if (is_open[code])
            s->open[s->n_open++] = code;
}

/* ---- First guesses ---- */

typedef struct { /* codes with as many pegs of each colour, which are images of each other */
    uint64_t pattern;
    uint32_t code;         /* the first of them */
    bool counted, sought;  /* what count_first computes */
    int most_in[PEG_FEEDBACKS], most_any[PEG_FEEDBACKS]; /* i and o of each cell of the code */
    bool findable[PEG_FEEDBACKS]; /* whether a code leaves E(f) of a cell with each f, or fewer */
} First;

static First first[30]; /* 9 has 30 partitions */
static int n_first;
static size_t most_of_three;               /* M(3) in README.md, or 0 as long as it is unknown */

/* Returns the entry for the pattern of a code. */
static First *first_like(uint32_t code)
{
    uint8_t digit[MAX_PEGS], count[MAX_COLORS] = {0};
    uint64_t pattern = 0; /* how many colours occur once, twice ... in the digits of a number */
    int i = 0;
    to_digits(code, digit);
    for (int j = 0; j < pegs; j++)
        count[digit[j]]++;
    for (int color = 0; color < colors && !separate; color++)
        if (count[color])
            pattern += (uint64_t)1 << 4 * count[color];
    while (i < n_first && first[i].pattern != pattern)
        i++;
    if (i == n_first)
        first[n_first++] = (First){.pattern = pattern, .code = code};
    return first + i;
}

/* Returns whether x is no higher than its images by the renamings that keep the first code e of a
 * pattern and exchange two positions, colours, or runs of e. Its runs do not get longer. */
static bool is_least(const uint8_t *e, const uint8_t *x)
{
    int highest = e[pegs - 1];
    for (int j = 0; j < pegs; j++) {
        if (x[j] > highest + 1 || (j > 0 && e[j] == e[j - 1] && x[j] < x[j - 1]))
            return false;
        highest = x[j] > highest && !separate ? x[j] : highest;
    }
    for (int start = 0, n; start < pegs; start += n) { /* a run of n pegs, and one as long after it */
        for (n = 1; start + n < pegs && e[start + n] == e[start]; n++)
            ;
        int end = start + 2 * n, color = e[start], sign = 0; /* of image - x */
        for (int j = 0; end <= pegs && e[end - 1] == color + 1 && j < pegs && !sign; j++) {
            int image = x[j < start || j >= end ? j : j < start + n ? j + n : j - n];
            sign = (image == color ? color + 1 : image == color + 1 ? color : image) - x[j];
        }
        if (sign < 0)
            return false;
    }
    return true;
}

/* Returns the entry for a first guess, with most_in and most_any, or with findable. Its code is kept
 * by renamings, which map each cell onto itself. So not all codes need to divide the cells. */
static const First *count_first(uint32_t guess, bool seek)
{
    static Space row_space, other_space;
    First *entry = first_like(guess);
    bool *done = seek ? &entry->sought : &entry->counted;
    if (*done)
        return entry;
    *done = true;
    uint8_t *row = grow(&row_space, n_codes, 1), *other = grow(&other_space, n_codes, 1);
    uint8_t e[MAX_PEGS], x[MAX_PEGS];
    to_digits(entry->code, e);
    fill_row(entry->code, row);
    for (uint32_t code = 0; code < n_codes; code++) {
        static uint32_t size[PEG_FEEDBACKS][PEG_FEEDBACKS];
        to_digits(code, x);
        if (!is_least(e, x))
            continue;
        memset(size, 0, sizeof size);
        fill_row(code, other);
        for (uint32_t secret = 0; secret < n_codes; secret++)
            size[row[secret]][other[secret]]++;
        for (int f = 0; f < all_black; f++) {
            int cells = 0, large = 0;
            for (int g = 0; g < n_feedbacks; g++) {
                cells += size[f][g] > 0;
                large += g < all_black && size[f][g] > most_of_two[g];
            }
            entry->findable[f] |= seek && large == 0;
            if (cells > entry->most_any[f])
                entry->most_any[f] = cells;
            if (size[f][all_black] && cells > entry->most_in[f])
                entry->most_in[f] = cells;
        }
    }
    return entry;
}

/* Computes E and M(3). */
static void count_last_guesses(void)
{
    for (int i = 0; i < n_first; i++) {
        size_t found = 1;
        const First *entry = count_first(first[i].code, false);
        for (int f = 0; f < all_black; f++) {
            found += (size_t)entry->most_any[f];
            if (entry->most_any[f] > most_of_two[f])
                most_of_two[f] = (uint8_t)entry->most_any[f];
        }
        if (found > most_of_three)
            most_of_three = found;
    }
}

/* A cell of a guess whose bound by all guesses is sought. */
typedef struct {
    const uint32_t *secret, *place; /* its rows of the table, and their places in the set */
    size_t n, blocks;      /* the secrets, and the blocks of guesses that have divided them */
    int most_in, most_any; /* i of the cell, or 0 if it is unknown; o, as far as these guesses go */
    int most_left;         /* the most cells into which other guesses may divide it */
    Price bound;           /* known so far */
} Cell;

/* Returns the most cells that the guesses that are left may make of a cell. */
static int most_of_left(const Cell *cell)
{
    return lower(cell->most_left, cell->n);
}

/* Returns the number of blocks that must divide a cell before its bound may rise. */
static size_t find_end(const Set *s, const Cell *cell)
{
    return (s->end[most_of_left(cell)] + CHUNK - 1) / CHUNK;
}

/* Divides a cell by guesses that may make more cells of it than known, until its bound may rise. */
static void divide_cell(Set *s, Cell *cell)
{
    const size_t end = find_end(s, cell);
    Line cells[FEEDBACK_DIGITS];
    uint32_t number[CHUNK];
    for (int most;; cell->blocks++) {
        while (cell->most_left > 0 && s->end[cell->most_left] <= cell->blocks * CHUNK)
            cell->most_left--;
        if (cell->blocks >= end || cell->most_any >= most_of_left(cell))
            return;
        const Line *block = read_block(s, cell->blocks);
        if (is_game)
            most = count_cells_of_bytes(block, cell->place, cell->n, number);
        else
            most = count_cells_of_block(read_lines(block, cell->place, cell->n), cell->n, cells);
        cell->most_any = most > cell->most_any ? most : cell->most_any;
    }
}

/* Lists the cells of the current guess whose bounds are not exact. Returns their number. */
static int list_cells(const Set *s, const size_t *size, const Price *bound, const bool *is_exact,
                      Cell *cell)
{
    static Space secret_space, place_space;
    uint32_t *secret = grow(&secret_space, s->n, sizeof *secret);
    uint32_t *place = grow(&place_space, s->n, sizeof *place);
    size_t end[MAX_FEEDBACKS], start = 0;
    int n = 0;
    for (int f = 0; f < n_feedbacks; start += size[f++]) {
        end[f] = start;
        if (f < all_black && !is_exact[f])
            cell[n++] = (Cell){.secret = secret + start, .place = place + start, .n = size[f],
                               .most_any = 1, .most_left = n_feedbacks, .bound = bound[f]};
    }
    for (uint32_t j = 0; j < s->n; j++) {
        size_t i = end[s->row[j]]++;
        secret[i] = s->secret[j], place[i] = j;
    }
    return n;
}

/* Returns whether the bounds of the cells of the current guess reach the bound of the set, with the
 * bound by all guesses, C(cell), for each listed cell. sum is the sum of the bounds known so far. The
 * next cell is always the one whose bound may rise after the least work. */
static bool bounds_by_all_guesses_reach(Set *s, Cell *cell, int n_cells, Price sum)
{
    const size_t pairs = 8; /* of secrets are compared in the time of a secret of a block */
    while (n_cells > 0) {
        size_t least = SIZE_MAX;
        bool divides = false;
        Cell *c = cell;
        for (int i = 0; i < n_cells; i++) {
            const Cell *x = cell + i;
            size_t work = x->n * (find_end(s, x) - x->blocks);
            if (x->most_any < most_of_left(x) && work < least)
                least = work, c = cell + i, divides = true;
            work = x->n * x->n / 2 / pairs;
            if (!x->most_in && work < least)
                least = work, c = cell + i, divides = false;
        }
        if (divides)
            divide_cell(s, c);
        else
            c->most_in = count_cells_of_secrets(c->secret, c->n);
        if (c->most_in > c->most_any)
            c->most_any = c->most_in;
        int d = s->depth + 1, most = c->most_left > c->most_any ? c->most_left : c->most_any;
        Price low = by_all_guesses(d, c->n, c->most_in ? c->most_in : most, most);
        Price high = by_all_guesses(d, c->n, c->most_in ? c->most_in : 1, c->most_any);
        if (low > c->bound)
            sum += low - c->bound, c->bound = low;
        if (sum >= s->bound)
            return true;
        if (high <= c->bound)
            *c = cell[--n_cells]; /* its bound does not rise any more */
    }
    return false;
}

/* ---- Sets whose secrets cannot all be found within the last guesses ---- */

/* Returns the most secrets of a cell of the set that can be found: M(r), if that is less than all
 * codes. */
static size_t most_of_cell(const Set *s)
{
    size_t most = most_of_three;
    for (Price r = 4; r < last - s->depth && most < n_codes; r++)
        most = 1 + (size_t)all_black * most;
    return most;
}

/* For a set of which is_within() holds: keeps the guesses open that the sizes of their cells do not
 * refute, and sorts all codes by how many secrets of a cell they find with two guesses after them. */
static void count_cells_within(Set *s)
{
    static Space findable_space;
    if (!s->has_rows)
        build_table(s);
    uint16_t *findable = grow(&findable_space, n_codes, sizeof *findable);
    size_t most = most_of_cell(s), often[PEG_FEEDBACKS] = {0};
    s->open = grow(&s->open_space, n_codes, sizeof *s->open);
    s->n_open = 0;
    for (size_t done = 0, n; done < n_codes; done += n) {
        static uint32_t size[PEG_FEEDBACKS][CHUNK];
        n = n_codes - done < CHUNK ? n_codes - done : CHUNK;
        memset(size, 0, (size_t)n_feedbacks * sizeof *size);
        for (size_t j = 0; j < s->n; j++)
            for (size_t q = 0; q < n; q++)
                size[table_row(s->secret[j])[done + q]][q]++;
        for (size_t q = 0; q < n; q++) {
            size_t largest = 0, found = size[all_black][q];
            for (int f = 0; f < all_black; f++) {
                largest = size[f][q] > largest ? size[f][q] : largest;
                found += size[f][q] < most_of_two[f] ? size[f][q] : most_of_two[f];
                often[f] += size[f][q];
            }
            findable[done + q] = (uint16_t)found;
            if (largest <= most && largest < s->n)
                s->open[s->n_open++] = (uint32_t)(done + q);
        }
    }
    static size_t ends[MAX_FINDABLE + 1];
    sort_guesses(s, findable, MAX_FINDABLE, ends);
    s->findable = grow(&s->findable_space, n_codes, sizeof *s->findable);
    for (size_t i = 0; i < n_codes; i++)
        s->findable[i] = findable[s->order[i]];
    for (int f = 0; f < all_black; f++) {
        int i = f;
        for (; i > 0 && often[s->frequent[i - 1]] < often[f]; i--)
            s->frequent[i] = s->frequent[i - 1];
        s->frequent[i] = (uint8_t)f;
    }
    s->first_block = s->n_blocks = 0;
}

/* Returns whether a code of a block leaves no more than E(f) of n secrets with each feedback f. */
static bool divides_enough(const Set *s, const Line *lines, size_t n)
{
    static const Line none;
    Line left = ~none;
    int digits = 6; /* E(f) has no more */
    while (n >> digits)
        digits++;
    for (int i = 0; i < all_black; i++) {
        uint8_t f = s->frequent[i];
        Line digit[MAX_DIGITS], more = none, equal = ~none;
        count_secrets(lines, n, f, digit, digits);
        for (int k = digits; k-- > 0;)
            if (most_of_two[f] >> k & 1)
                equal &= digit[k];
            else
                more |= equal & digit[k], equal &= ~digit[k];
        left &= ~more;
        if (memcmp(&left, &none, sizeof left) == 0)
            return false;
    }
    return true;
}

/* Returns whether each code leaves more than E(f) of some secrets of a set with some feedback f. */
static bool no_code_divides_enough(Set *s, const uint32_t *place, size_t n)
{
    for (size_t first = 0; first < n_codes && s->findable[first] >= n; first += CHUNK)
        if (divides_enough(s, read_lines(read_block(s, first / CHUNK), place, n), n))
            return false;
    return true;
}

/* Returns whether a cell of the current guess, on a set of which is_within() holds, is too large to
 * be found within the guesses that are left. */
static bool is_cell_too_large(Set *s, uint32_t guess, int feedback, size_t n)
{
    if (n > most_of_cell(s))
        return true;
    if (last != s->depth + 4)
        return false;
    if (s->depth == 0)
        return !count_first(guess, true)->findable[feedback];
    take_cell(s, feedback, n, &part);
    return no_code_divides_enough(s, part.place, n);
}

/* Returns whether one of the cells that are not tried yet is too large. It tries the largest ones
 * first. */
static bool is_any_cell_too_large(Set *s, uint32_t guess, const size_t *size, bool *tried)
{
    for (;;) {
        int f = -1;
        for (int g = 0; g < all_black; g++)
            if (!tried[g] && (f < 0 || size[g] > size[f]))
                f = g;
        if (f < 0 || is_cell_too_large(s, guess, f, size[f]))
            return f >= 0;
        tried[f] = true;
    }
}

/* ---- Refuting guesses ---- */

/* Returns whether the bounds of the cells of the current guess add up to the bound of the set.
 * raised has the stated bounds, or -1. */
static bool cells_reach_bound(Set *s, uint32_t guess, const size_t *size, const Price *raised)
{
    int d = s->depth + 1;
    Price bound[MAX_FEEDBACKS], sum = size[all_black] ? cost[d] : 0;
    bool is_exact[MAX_FEEDBACKS];
    for (int f = 0; f < all_black; f++) {
        bool is_raised = raised && raised[f] >= 0;
        bound[f] = is_raised ? raised[f] : is_within(s) ? by_size(d, size[f])
                 : by_cell(d, size[f], f, s->most_in, s->most_any);
        is_exact[f] = is_raised || size[f] < 3; /* the bounds of 1 and 2 secrets are exact */
        sum += bound[f];
    }
    if (sum >= s->bound)
        return true;
    if (is_within(s))
        return is_any_cell_too_large(s, guess, size, is_exact);
    if (s->has_rows) {
        Cell cell[MAX_FEEDBACKS];
        int n_cells = list_cells(s, size, bound, is_exact, cell);
        return bounds_by_all_guesses_reach(s, cell, n_cells, sum);
    }
    const First *entry = count_first(guess, false);
    for (int f = 0; f < all_black && sum < s->bound; f++) {
        Price better = by_all_guesses(d, size[f], entry->most_in[f], entry->most_any[f]);
        if (!is_exact[f] && better > bound[f])
            sum += better - bound[f];
    }
    return sum >= s->bound;
}

static uint32_t find_class(uint32_t *class, uint32_t q)
{
    while (class[q] != q)
        q = class[q] = class[class[q]];
    return q;
}

static void join_classes(uint32_t *class, uint32_t a, uint32_t b)
{
    a = find_class(class, a), b = find_class(class, b);
    class[a > b ? a : b] = a > b ? b : a;
}

static bool same_feedback(const Set *s, uint32_t a, uint32_t b)
{
    for (size_t j = 0; j < s->n; j++)
        if (table_row(s->secret[j])[a] != table_row(s->secret[j])[b])
            return false;
    return true;
}

/* Joins the classes of open guesses with the same feedback for each secret (rule 4). */
static void join_same_feedback(const Set *s, uint32_t *class)
{
    static Space space, hash_space;
    size_t slots = 4;
    while (slots < 2 * s->n_open)
        slots *= 2;
    uint32_t *slot = grow(&space, slots, sizeof *slot); /* 1 + index of an open guess, or 0 */
    memset(slot, 0, slots * sizeof *slot);
    uint64_t *hash = grow(&hash_space, s->n_open, sizeof *hash);
    memset(hash, 0, s->n_open * sizeof *hash);
    for (size_t j = 0; j < s->n; j++) {
        const uint8_t *row = table_row(s->secret[j]);
        for (size_t q = 0; q < s->n_open; q++)
            hash[q] = (hash[q] ^ row[s->open[q]]) * 0x9E3779B97F4A7C15u;
    }
    for (uint32_t q = 0; q < s->n_open; q++) {
        size_t i = (size_t)(hash[q] >> 32) & (slots - 1);
        while (slot[i] && !same_feedback(s, s->open[slot[i] - 1], s->open[q]))
            i = (i + 1) & (slots - 1);
        if (slot[i])
            join_classes(class, slot[i] - 1, q);
        else
            slot[i] = q + 1;
    }
}

/* Refuses the certificate if an open guess is not refuted. Rules 1 and 2 refute all guesses of a
 * class or none, so the rules 4 and 5 need not look at guesses that are not open. */
static void check_open_guesses(Set *s)
{
    static Space index_space, class_space, refuted_space;
    if (s->n_open == 0)
        return;
    uint32_t *index = index_space.start; /* of each open guess; other entries are of older sets */
    uint32_t *class = grow(&class_space, s->n_open, sizeof *class);
    bool *refuted = grow(&refuted_space, s->n_open, sizeof *refuted);
    if (!index)
        memset(index = grow(&index_space, n_codes, sizeof *index), 0, n_codes * sizeof *index);
    for (uint32_t q = 0; q < s->n_open; q++) {
        index[s->open[q]] = class[q] = q;
        refuted[q] = false;
    }
    if (s->has_rows) /* no two codes of version 1 have the same feedback for all secrets */
        join_same_feedback(s, class);
    const uint8_t *here = next;
    next = s->generators;
    for (uint64_t g = 0; g < s->n_generators; g++) {
        Renaming r;
        read_renaming(&r);
        for (uint32_t q = 0; q < s->n_open; q++) {
            uint32_t code = rename_code(&r, s->open[q]), image = index[code];
            if (image < s->n_open && s->open[image] == code)
                join_classes(class, q, image);
        }
    }
    next = here;
    for (size_t i = 0; i < s->n_listed; i++) {
        uint32_t q = index[s->listed[i]];
        if (q < s->n_open && s->open[q] == s->listed[i])
            refuted[find_class(class, q)] = true;
    }
    bool done[30] = {false}; /* the patterns that rule 2 refutes at the root */
    for (uint32_t q = 0; q < s->n_open; q++) {
        size_t size[MAX_FEEDBACKS];
        if (class[q] != q || refuted[q])
            continue;
        bool *seen = done + (s->has_rows ? 0 : first_like(s->open[q]) - first);
        if (*seen)
            continue;
        *seen = !s->has_rows;
        divide(s, s->open[q], size);
        if (!cells_reach_bound(s, s->open[q], size, NULL))
            refuse("guess %s is left out", letters(s->open[q]));
    }
}

/* ---- Records ---- */

static void check_record(Set *s);

static Set *set_at(int depth)
{
    if (depth > MAX_DEPTH)
        refuse("more than %d guesses before a set are not supported", MAX_DEPTH);
    if (!sets[depth] && !(sets[depth] = calloc(1, sizeof(Set))))
        give_up("too little memory for a set");
    return sets[depth];
}

static void check_reference(uint64_t number, const Set *cell)
{
    unsigned long long name = number; /* for messages */
    if (number >= record)
        refuse("a cell refers to record %llu, which has not ended", name);
    const Shown *earlier = shown + number;
    if (!earlier->marked)
        refuse("a cell refers to record %llu, which is not marked", name);
    if (earlier->depth != cell->depth)
        refuse("a cell refers to record %llu, which is about a set after %d guesses, not %d", name,
               earlier->depth, cell->depth);
    if (earlier->bound < cell->bound)
        refuse("a cell refers to record %llu, which shows less than its bound", name);
    Renaming r;
    if (has_renamings)
        read_renaming(&r);
    if (earlier->n != cell->n || !maps_onto(has_renamings ? &r : NULL, earlier->node, cell))
        refuse("the renaming does not map the set of record %llu onto the cell", name);
}

/* Checks the raised cells of a listed guess, and that its cells reach the bound of the set. */
static void check_listed_guess(Set *s, uint32_t guess)
{
    size_t size[MAX_FEEDBACKS];
    Price raised[MAX_FEEDBACKS];
    for (int f = 0; f < n_feedbacks; f++)
        raised[f] = -1;
    if (divide(s, guess, size) == 1)
        refuse("guess %s is listed, but leaves all secrets in one cell", letters(guess));
    if (consistent && !size[all_black])
        refuse("guess %s is listed, but is not a secret of the set", letters(guess));
    for (uint64_t number; (number = read_varint()) != 0;) {
        if (number - 1 >= (uint64_t)all_black)
            refuse("guess %s: there is no cell with feedback %llu", letters(guess),
                   (unsigned long long)number - 1);
        int f = (int)number - 1;
        if (size[f] <= (size_t)identified)
            refuse("guess %s: the cell with feedback %d has too few secrets", letters(guess), f);
        if (raised[f] >= 0)
            refuse("guess %s: the cell with feedback %d is raised twice", letters(guess), f);
        uint64_t gain = read_varint();
        Price least = by_size(s->depth + 1, size[f]);
        if (gain && (least > MAX_NUMBER || gain - 1 > (uint64_t)(MAX_NUMBER - least)))
            refuse("guess %s: the gain of the cell of feedback %d is too large", letters(guess),
                   f);
        raised[f] = gain ? least + (Price)gain - 1 : INFINITE;
        Set *cell = set_at(s->depth + 1);
        take_cell(s, f, size[f], cell);
        cell->bound = raised[f];
        uint64_t reference = read_varint();
        if (reference) {
            check_reference(reference, cell);
        } else {
            cell->node = (uint32_t)n_nodes;
            nodes = grow(&node_space, n_nodes + 1, sizeof *nodes);
            nodes[n_nodes++] = (Node){s->node, guess, (uint8_t)f};
            held += size[f];
            if (held * n_codes > MAX_TABLE)
                give_up("nested sets with %llu feedbacks; at most %d can be checked",
                        (unsigned long long)(held * n_codes), MAX_TABLE);
            check_record(cell);
            held -= size[f];
        }
    }
    if (!cells_reach_bound(s, guess, size, raised))
        refuse("guess %s: the bounds of its cells add up to too little", letters(guess));
}

static void check_record(Set *s)
{
    uint64_t head = read_varint();
    if (is_within(s) && !most_of_three)
        count_last_guesses();
    if (head > 1 && !has_renamings)
        refuse("there are generators, but the game has no renamings");
    if (s->depth > 0 || is_game)
        (is_within(s) ? count_cells_within : count_cells)(s);
    s->n_generators = head / 2;
    s->generators = next;
    for (uint64_t g = 0; g < s->n_generators; g++) {
        Renaming r;
        read_renaming(&r);
        if (!maps_onto(&r, s->node, s))
            refuse("generator %llu does not map the set onto itself", (unsigned long long)g + 1);
    }
    s->n_listed = 0;
    uint64_t code = (uint64_t)-1;
    for (uint64_t step; (step = read_varint()) != 0;) {
        if (step > (uint64_t)n_codes || (code += step) >= n_codes)
            refuse("a listed code is too large: there are %lu codes", (unsigned long)n_codes);
        if (s->depth == 0 && has_opening && opening != code)
            refuse("guess %s is listed, but is not the opening", letters((uint32_t)code));
        check_listed_guess(s, (uint32_t)code);
        s->listed = grow(&s->listed_space, s->n_listed + 1, sizeof *s->listed);
        s->listed[s->n_listed++] = (uint32_t)code;
    }
    if (s->depth == 0 && has_opening) {
        bool is_open = false;
        for (size_t q = 0; q < s->n_open; q++)
            is_open |= s->open[q] == opening;
        s->open[0] = opening, s->n_open = is_open;
    }
    check_open_guesses(s);
    shown = grow(&shown_space, (size_t)record + 1, sizeof *shown);
    shown[record++] = (Shown){head % 2, s->node, s->depth, s->n, s->bound};
}

#include "read_game.c"

/* ---- Limits of cells ---- */

static int compare_sizes(const void *a, const void *b)
{
    size_t x = *(const size_t *)a, y = *(const size_t *)b;
    return (x < y) - (x > y);
}

/* Computes N(g, k), and E and M(3). */
static void count_limits(void)
{
    static size_t largest[PEG_FEEDBACKS]; /* the most codes with each feedback */
    Set *s = set_at(0);
    s->n = n_all;
    count_last_guesses();
    for (int i = 0; i < n_first; i++) {
        size_t size[MAX_FEEDBACKS];
        divide(s, first[i].code, size);
        for (int f = 0; f < all_black; f++)
            largest[f] = size[f] > largest[f] ? size[f] : largest[f];
    }
    for (int k = 0; k <= n_feedbacks; k++)
        limited[0][k] = 1;
    for (int g = 1; g < LEVELS; g++)
        for (int k = 0; k <= n_feedbacks; k++) {
            size_t most[PEG_FEEDBACKS], sum = k == n_feedbacks;
            for (int f = 0; f < all_black; f++) {
                size_t found = limited[g - 1][lower(most_of_two[f], (size_t)k)];
                most[f] = found < largest[f] ? found : largest[f];
            }
            qsort(most, (size_t)all_black, sizeof *most, compare_sizes);
            for (int f = 0; f < k && f < all_black; f++)
                sum += most[f];
            limited[g][k] = sum;
        }
    is_limited = true;
}

/* ---- Statements ---- */

/* Reads a number of a statement and the space after it. */
static Price parse_field(const char **text)
{
    Price value = parse_number(text);
    if (value < 0 || **text != ' ')
        refuse("the line of a statement must be: unit last surcharge opening bound");
    ++*text;
    return value;
}

static void set_prices(void)
{
    static Space space;
    Price most = is_game ? MAX_COST + (Price)n_all : MAX_COST; /* a wrong guess has one answer */
    if (unit > MAX_NUMBER / most || unit * most + surcharge > MAX_NUMBER / n_all)
        refuse("the prices are too large");
    cost = grow(&space, (size_t)most, sizeof *cost);
    cost[0] = 0;
    for (Price k = 1; k < most; k++)
        cost[k] = last && k > last ? INFINITE : unit * k + (k >= since ? surcharge : 0);
}

/* Reads the opening, if there is one, and the space after it. */
static bool parse_opening(const char **text, uint32_t *code)
{
    uint8_t digit[MAX_PEGS];
    bool exists = **text != '-';
    int length = exists ? pegs : 1;
    if (is_game && exists) {
        Price number = parse_field(text);
        if (number >= n_codes)
            refuse("the opening is not a guess of %s", rules);
        *code = (uint32_t)number;
        return true;
    }
    for (int i = 0; exists && i < pegs; i++) {
        const char *letter = (*text)[i] ? strchr(LETTERS, (*text)[i]) : NULL;
        if (!letter || letter - LETTERS >= colors ||
            (distinct && memchr(digit, (int)(letter - LETTERS), (size_t)i)))
            refuse("the opening is not a code of %s", rules);
        digit[i] = (uint8_t)(letter - LETTERS);
    }
    if ((*text)[length] != ' ')
        refuse("the opening is not a code of %s", rules);
    *text += length + 1;
    if (exists)
        *code = from_digits(digit);
    return exists;
}

/* Checks a statement and appends a line with its claim. */
static void check_statement(Space *claims, size_t *length)
{
    char line[128], prices[160] = "", from[48] = "", opened[32] = "";
    size_t size[MAX_FEEDBACKS];
    Set *s = set_at(0);
    statement++;
    read_line(line, sizeof line);
    const char *text = line;
    unit = parse_field(&text), last = parse_field(&text), surcharge = parse_number(&text);
    const bool early = *text == '@';
    since = early ? (text++, parse_number(&text)) : last ? last : INFINITE;
    if (surcharge < 0 || since < 0 || *text++ != ' ')
        refuse("the line of a statement must be: unit last surcharge opening bound");
    if (early && identified)
        refuse("a surcharge before the last guess, but the game ends with one secret left");
    set_prices();
    has_opening = parse_opening(&text, &opening);
    s->bound = strcmp(text, "none") == 0 ? (text += 4, INFINITE) : parse_number(&text);
    if (s->bound < 0 || *text)
        refuse("the bound is not none or a number");
    s->n = n_all;
    s->n_open = n_codes;
    s->open = grow(&s->open_space, s->n_open, sizeof *s->open);
    for (uint32_t code = 0; code < n_codes; code++)
        s->open[code] = code;
    if (is_game) {
        s->has_rows = true;
        s->secret = grow(&s->secret_space, n_all, sizeof *s->secret);
        s->place = grow(&s->place_space, n_all, sizeof *s->place);
        for (uint32_t j = 0; j < n_all; j++)
            s->secret[j] = j;
    }
    s->most_any = 0;
    for (int i = 0; i < n_first; i++) {
        int cells = divide(s, first[i].code, size);
        s->most_in = s->most_any = cells > s->most_any ? cells : s->most_any;
    }
    nodes = grow(&node_space, 1, sizeof *nodes);
    n_nodes = 1; /* the root, of which nothing is read */
    record = 1;
    check_record(s);

    unsigned long long records = record - 1;
    record = 0;
    if (has_opening)
        snprintf(opened, sizeof opened, " opened %s", letters(opening));
    if (early)
        snprintf(from, sizeof from, " from guess %lld on", (long long)since);
    if (unit != 1 || surcharge)
        snprintf(prices, sizeof prices, " (unit %lld, last guess %lld, surcharge %lld%s)",
                 (long long)unit, (long long)last, (long long)surcharge, from);
    else if (last)
        snprintf(prices, sizeof prices, " within %lld guesses", (long long)last);
    const size_t most = 512; /* the line has fewer bytes */
    char *claim = (char *)grow(claims, *length + most, 1) + *length;
    int n = snprintf(claim, most, "%s: no strategy%s ", rules, opened);
    if (s->bound == INFINITE)
        n += snprintf(claim + n, most - (size_t)n, "finds every secret within %lld guesses",
                      (long long)last);
    else
        n += snprintf(claim + n, most - (size_t)n, "has a %s below %lld%s",
                      unit != 1 || surcharge ? "price" : "total", (long long)s->bound, prices);
    n += snprintf(claim + n, most - (size_t)n, " (%llu record%s)\n", records,
                  records == 1 ? "" : "s");
    *length += (size_t)n;
}

static void read_file(void)
{
    static Space space;
    size_t length = 0, n;
    FILE *file = fopen(file_name, "rb");
    if (!file)
        give_up("cannot open the file");
    do {
        grow(&space, length + 65536, 1);
        n = fread((char *)space.start + length, 1, space.bytes - length, file);
        length += n;
    } while (n > 0 && length <= MAX_BYTES);
    if (ferror(file))
        give_up("cannot read the file");
    if (length > MAX_BYTES)
        give_up("larger than %d bytes", MAX_BYTES);
    fclose(file);
    next = space.start;
    file_end = next + length;
}

int main(int argc, char **argv)
{
    static const char first_line[] = "mmtree proof ";
    static Space claims;
    size_t length = 0, n = sizeof first_line - 1;
    if (argc != 2) {
        fprintf(stderr, "usage: check_proof FILE.proof\n");
        return 2;
    }
    file_name = argv[1];
    read_file();
    if ((size_t)(file_end - next) < n + 2 || memcmp(next, first_line, n) != 0 ||
        next[n] < '1' || next[n] > '3' || next[n + 1] != '\n')
        refuse("the first line is not 'mmtree proof ' and a version: 1, 2 or 3");
    next += n + 2;
    const uint8_t version = next[-2];
    if (version == '2') {
        read_game();
    } else {
        read_rules();
        build_columns();
        for (uint32_t code = 0; code < n_codes; code++)
            first_like(code);
        if (version == '3')
            count_limits();
    }
    do
        check_statement(&claims, &length);
    while (next < file_end);
    fwrite(claims.start, 1, length, stdout); /* only now, as the certificate is accepted */
    return fflush(stdout) == 0 && !ferror(stdout) ? 0 : 2;
}
