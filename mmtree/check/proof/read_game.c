/* Reads the game in a certificate of version 2, as README.md next to this file defines it, and
 * computes all answers. A part of check_proof.c, which includes it.
 *
 * Everything is checked on which prices depend. Names, texts and letters are skipped: here they
 * need not look different, for example. */

enum { MAX_ANSWERS = 1 << 30, MAX_DESCRIPTION = 1 << 25, MAX_WORDS = 100000, MAX_LETTERS = 10000 };

static const char NAME_LETTERS[] =
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._";

typedef struct { /* of the description */
    const uint8_t *start;
    size_t length;
} Text;

/* Reads the head of a value in msgpack: a length of which n_fixed fit the first byte, or the code of
 * a length in some bytes, twice as many or four times as many. */
static size_t read_head(unsigned fixed, unsigned n_fixed, unsigned code, int bytes)
{
    unsigned head = read_byte();
    size_t least = n_fixed, length = 0;
    if (head >= fixed && head < fixed + n_fixed)
        return head - fixed;
    for (; bytes <= 4 && head != code; bytes *= 2, code++)
        least = (size_t)1 << 8 * bytes;
    if (head != code || bytes > 4)
        refuse("a value of the description has another type");
    for (int i = 0; i < bytes; i++)
        length = length << 8 | read_byte();
    if (length < least)
        refuse("a value of the description takes more bytes than necessary");
    return length;
}

static Text read_bytes(size_t length)
{
    if (length > (size_t)(file_end - next))
        refuse("the description ends too early");
    next += length;
    return (Text){next - length, length};
}

static Text read_text(void)
{
    return read_bytes(read_head(0xa0, 32, 0xd9, 1));
}

static bool is_text(Text text, const char *word)
{
    return text.length == strlen(word) && memcmp(text.start, word, text.length) == 0;
}

static void read_key(const char *name)
{
    if (!is_text(read_text(), name))
        refuse("the description has no %s where it belongs", name);
}

/* Reads a key and one of some texts, and returns its number. */
static int read_choice(const char *name, const char *const *choices)
{
    read_key(name);
    Text text = read_text();
    for (int i = 0; choices[i]; i++)
        if (is_text(text, choices[i]))
            return i;
    refuse("the description has unknown %s", name);
    return 0;
}

static bool read_flag(const char *name)
{
    read_key(name);
    uint8_t byte = read_byte();
    if (byte != 0xc2 && byte != 0xc3)
        refuse("%s is not true or false", name);
    return byte == 0xc3;
}

/* Reads the name of a list or table, as the text of the rules. */
static void read_name(void)
{
    read_key("name");
    Text text = read_text();
    if (text.length == 0 || text.length > 40)
        refuse("the name of the game has not 1 to 40 letters");
    for (size_t i = 0; i < text.length; i++)
        if (!strchr(NAME_LETTERS, text.start[i]) || text.start[i] == 0)
            refuse("the name of the game has other letters than a to z, A to Z, 0 to 9 and -._");
    memcpy(rules, text.start, text.length);
    rules[text.length] = 0;
}

/* ---- Answers ---- */

static enum { PEGS, PLACES, RIGHT, COMMON } kind;
static uint8_t mark_number[256]; /* of marks, or of the colours in common */
static uint16_t *guess_digit; /* the colours of each guess */

static void number_answers(void)
{
    int base = kind == PLACES ? 3 : 2, all = 1;
    if (kind == PEGS) {
        number_feedbacks();
        return;
    }
    if (kind == COMMON) {
        for (int n = distinct && 2 * pegs > colors ? 2 * pegs - colors : 0; n < pegs + (pegs > 1); n++)
            mark_number[n] = (uint8_t)n_feedbacks++;
        mark_number[pegs + 1] = (uint8_t)(all_black = n_feedbacks++); /* the secret itself */
        return;
    }
    if (pegs > (kind == PLACES ? 5 : 7))
        refuse("there are too many different answers");
    bool impossible[256] = {false}; /* one place elsewhere, and all others right */
    for (int i = 0; i < pegs; i++)
        all *= base;
    for (int place = 1; kind == PLACES && place < all; place *= 3)
        impossible[all - 1 - place] = true;
    for (int value = 0; value < all; value++)
        if (!impossible[value])
            mark_number[value] = (uint8_t)n_feedbacks++;
    all_black = n_feedbacks - 1;
}

static uint8_t answer(const uint16_t *guess, const uint16_t *secret)
{
    static int left[MAX_LETTERS]; /* of each colour in the secret: pegs not yet matched */
    const bool anywhere = kind == PEGS || kind == COMMON;
    int black = 0, both = 0, marks = 0;
    for (int i = 0; i < pegs; i++)
        left[guess[i]] = left[secret[i]] = 0;
    for (int i = 0; i < pegs; i++)
        if (anywhere || guess[i] != secret[i])
            left[secret[i]]++;
    for (int i = 0; i < pegs; i++) {
        bool right = guess[i] == secret[i];
        bool elsewhere = (anywhere || !right) && left[guess[i]] > 0;
        if (elsewhere)
            left[guess[i]]--;
        black += right;
        both += elsewhere;
        marks = kind == PLACES ? 3 * marks + (right ? 2 : elsewhere) : 2 * marks + right;
    }
    if (anywhere)
        return kind == PEGS ? feedback_number[black][both] : mark_number[both + (black == pegs)];
    return mark_number[marks];
}

static void set_size(uint64_t guesses, uint64_t secrets)
{
    if (guesses > MAX_ANSWERS / secrets)
        give_up("%s has too many answers: at most %d can be checked", rules, MAX_ANSWERS);
    n_codes = (uint32_t)guesses, n_all = (uint32_t)secrets;
    table = grow(&table_space, n_all, n_codes);
    table_code = grow(&table_code_space, n_all, sizeof *table_code);
}

static void fill_table(void)
{
    for (uint32_t j = 0; j < n_all; j++)
        for (uint32_t code = 0; code < n_codes; code++)
            table_row(j)[code] = answer(guess_digit + (size_t)code * (size_t)pegs,
                                        guess_digit + (size_t)table_code[j] * (size_t)pegs);
}

/* ---- Kinds of games ---- */

static void read_pegs(void)
{
    static const char *const answers[] = {"pegs", "places", "right", "common", NULL};
    static Space space;
    read_key("pegs"), pegs = read_byte();
    read_key("colors"), colors = read_byte();
    distinct = read_flag("distinct");
    black_only = !read_flag("whites");
    bool distinct_secrets = read_flag("distinct_secrets");
    holes = read_flag("holes"), consistent = read_flag("consistent");
    kind = read_choice("answers", answers);
    places_matter = kind == PLACES || kind == RIGHT;
    separate = (black_only || kind == RIGHT) && !distinct && !distinct_secrets;
    bool is_classic = kind == PEGS && !distinct_secrets && !holes && !consistent;
    int real = colors - holes;
    if (pegs < 1 || pegs > MAX_PEGS || real < 2 || colors > MAX_COLORS || is_classic ||
        (black_only && kind != PEGS) || (holes && consistent) ||
        (distinct && (distinct_secrets || holes)) || ((distinct || distinct_secrets) && real < pegs))
        refuse("the description is of no house rules");
    snprintf(rules, sizeof rules, "%dp%dc%s%s%s%s%s%s", pegs, real, distinct ? "-distinct" : "",
             distinct_secrets ? "-distinct-secrets" : "", holes ? "-holes" : "",
             consistent ? "-consistent" : "", kind == PEGS ? "" : "-",
             kind == PEGS ? black_only ? "-black" : "" : answers[kind]);
    number_answers();
    uint64_t codes = count_codes(MAX_ANSWERS), secrets = 1;
    for (int i = 0; i < pegs; i++)
        secrets *= (uint64_t)(distinct || distinct_secrets ? real - i : real);
    set_size(codes, secrets);
    guess_digit = grow(&space, codes, (size_t)pegs * sizeof *guess_digit);
    uint32_t found = 0;
    for (uint32_t code = 0; code < n_codes; code++) {
        uint8_t digit[MAX_PEGS];
        bool is_secret = true;
        to_digits(code, digit);
        for (int i = 0; i < pegs; i++) {
            guess_digit[(size_t)code * (size_t)pegs + (size_t)i] = digit[i];
            is_secret &= digit[i] < real;
            for (int j = 0; distinct_secrets && j < i; j++)
                is_secret &= digit[i] != digit[j];
        }
        if (is_secret)
            table_code[found++] = code;
    }
    fill_table();
}

static Text letter[MAX_LETTERS]; /* of the alphabet */
static int n_letters;
static bool spaced; /* whether blanks are between letters, and line feeds between words */

static Text next_letter(Text *text)
{
    size_t length = 1;
    if (spaced && *text->start == ' ')
        refuse("a letter is empty");
    else if (spaced && *text->start != '\n')
        while (length < text->length && text->start[length] != ' ' && text->start[length] != '\n')
            length++;
    else
        while (length < text->length && (text->start[length] & 0xc0) == 0x80) /* UTF-8 */
            length++;
    Text first = {text->start, length};
    bool blank = spaced && *text->start != '\n' && length + 1 < text->length &&
                 text->start[length] == ' ' && text->start[length + 1] != '\n';
    text->start += length + blank, text->length -= length + blank;
    return first;
}

static int compare(Text a, Text b)
{
    int sign = memcmp(a.start, b.start, a.length < b.length ? a.length : b.length);
    return sign ? sign : (a.length > b.length) - (a.length < b.length);
}

static int compare_words(const uint16_t *a, const uint16_t *b)
{
    int i = 0;
    while (i < pegs - 1 && a[i] == b[i])
        i++;
    return a[i] - b[i];
}

/* Reads words as colours. Returns their number. */
static uint32_t read_words(const char *key, Space *space, bool *used)
{
    uint32_t n = 0;
    int place = 0;
    read_key(key);
    Text text = read_text();
    while (text.length > 0) {
        Text one = next_letter(&text);
        bool ends = is_text(one, spaced ? "\n" : " ");
        int color = 0;
        while (!ends && color < n_letters && compare(letter[color], one) != 0)
            color++;
        if (ends ? place == 0 || place != pegs || text.length == 0
                 : color == n_letters || place == (pegs ? pegs : MAX_PEGS))
            refuse("the %s are not words of one length, of letters of the alphabet", key);
        if (ends) {
            place = 0;
            continue;
        }
        uint16_t *digit = grow(space, (size_t)(n + 1) * MAX_PEGS, sizeof *digit);
        digit += (size_t)n * MAX_PEGS;
        digit[place++] = (uint16_t)color, used[color] = true;
        if (pegs ? place < pegs : text.length > 0 && *text.start != (spaced ? '\n' : ' '))
            continue;
        pegs = place;
        if (n > 0 && compare_words(digit - MAX_PEGS, digit) >= 0)
            refuse("the %s are not in ascending order", key);
        if (++n > MAX_WORDS)
            refuse("there are more than %d %s", MAX_WORDS, key);
    }
    if (n > 0 && place != pegs)
        refuse("the %s are not words of one length", key);
    return n;
}

static void read_word_game(void)
{
    static const char *const answers[] = {"pegs", "places", "black", "common", NULL};
    static Space secret_space, other_space, space;
    bool used[MAX_LETTERS] = {false};
    read_name();
    kind = read_choice("answers", answers);
    if ((black_only = kind == RIGHT)) /* in its place */
        kind = PEGS;
    if ((consistent = read_flag("consistent")))
        strcat(rules, "-consistent");
    read_key("alphabet");
    Text text = read_text();
    spaced = memchr(text.start, ' ', text.length) != NULL;
    for (; text.length > 0; n_letters++) {
        if (n_letters == MAX_LETTERS)
            refuse("the alphabet has more than %d letters", MAX_LETTERS);
        letter[n_letters] = next_letter(&text);
        if (n_letters > 0 && compare(letter[n_letters - 1], letter[n_letters]) >= 0)
            refuse("the alphabet is not in ascending order");
    }
    uint32_t secrets = read_words("secrets", &secret_space, used), a = 0, b = 0;
    uint32_t others = read_words("guesses", &other_space, used);
    if (secrets < 2 || (consistent && others > 0) || memchr(used, 0, (size_t)n_letters))
        refuse("there are too few secrets, other words in consistent play, or unused letters");
    colors = n_letters;
    number_answers();
    set_size((uint64_t)secrets + others, secrets);
    guess_digit = grow(&space, n_codes, (size_t)pegs * sizeof *guess_digit);
    for (uint32_t code = 0; code < n_codes; code++) {
        const uint16_t *x = (uint16_t *)secret_space.start + (size_t)a * MAX_PEGS;
        const uint16_t *y = (uint16_t *)other_space.start + (size_t)b * MAX_PEGS;
        int sign = a == secrets ? 1 : b == others ? -1 : compare_words(x, y);
        if (sign == 0)
            refuse("a word is a secret and another guess");
        memcpy(guess_digit + (size_t)code * (size_t)pegs, sign < 0 ? x : y,
               (size_t)pegs * sizeof *x);
        if (sign < 0)
            table_code[a++] = code;
        else
            b++;
    }
    fill_table();
}

static size_t read_texts(const char *key)
{
    read_key(key);
    size_t n = read_head(0x90, 16, 0xdc, 2);
    for (size_t i = 0; i < n; i++)
        read_text();
    return n;
}

static int compare_rows(const void *a, const void *b)
{
    return memcmp(table_row(*(const uint32_t *)a), table_row(*(const uint32_t *)b), n_codes);
}

static void read_table(void)
{
    static const char *const ends[] = {"guessed", "identified", NULL};
    bool used[256] = {false};
    read_name();
    identified = read_choice("end", ends);
    size_t questions = read_texts("questions"), secrets = read_texts("secrets");
    size_t answers = read_texts("answers"), given = answers - (identified ? 1 : 2);
    read_key("cells");
    Text cells = read_bytes(read_head(0, 0, 0xc4, 1));
    if (secrets < 2 || (identified && questions == 0) || answers > 255 || given > answers ||
        cells.length != questions * secrets || cells.length > 16000000)
        refuse("the table has too few or too many questions, secrets, answers or cells");
    for (size_t i = 0; i < cells.length; i++)
        used[cells.start[i]] = true;
    for (size_t i = 0; i < 256; i++)
        if (used[i] != (i < given))
            refuse("the cells of the table are not its answers");
    set_size(questions + (identified ? 0 : secrets), secrets);
    n_feedbacks = (int)answers, all_black = n_feedbacks - 1;
    for (uint32_t j = 0; j < secrets; j++) {
        table_code[j] = (uint32_t)(identified ? j : questions + j);
        for (uint32_t code = 0; code < n_codes; code++)
            table_row(j)[code] = code < questions ? cells.start[code * secrets + j]
                               : (uint8_t)(all_black - (code != table_code[j]));
    }
    if (identified) {
        qsort(table_code, secrets, sizeof *table_code, compare_rows);
        for (size_t j = 1; j < secrets; j++)
            if (compare_rows(table_code + j - 1, table_code + j) == 0)
                refuse("no question distinguishes two secrets");
    }
}

static void read_game(void)
{
    static const char *const kinds[] = {"pegs", "words", "table", NULL};
    const uint8_t *end = file_end;
    char line[16];
    read_line(line, sizeof line);
    const char *text = line;
    Price length = parse_number(&text);
    if (length < 1 || *text || length > MAX_DESCRIPTION)
        refuse("the second line is not a length of at most %d bytes", MAX_DESCRIPTION);
    if (length > end - next)
        refuse("the file ends too early");
    file_end = next + length;
    is_game = true;
    n_digits = 8; /* lines of bytes for a chunk */
    uint8_t head = read_byte();
    int number = read_choice("kind", kinds);
    if (head != (number == 0 ? 0x89 : 0x87))
        refuse("the description has not as many keys as it should have");
    has_renamings = number == 0;
    (number == 0 ? read_pegs : number == 1 ? read_word_game : read_table)();
    if (next != file_end)
        refuse("the description is longer than the game");
    file_end = end;
}
