// Without 0, 1, I, L and O, which look alike. 31 is a prime: a code is refused if one letter is wrong,
// or if two neighbours are in the wrong order.
const ALPHABET = "23456789ABCDEFGHJKMNPQRSTUVWXYZ";

/** The first letter as a number, so that a code of one game is hardly ever one of another. */
function gameNumber({ number, pegs, colors, distinct, whites }) {
  return number ?? (pegs + 29 * (colors + distinct) + 4 * !whites) % 31;
}

/** A number below 31 ** length for the place of a secret; numbers of neighbours are distant. */
function scramble(place, length) {
  return (place * 17977 + 12345) % 31 ** length;
}

function lengthOf({ secrets }) {
  let length = 3;
  while (31 ** length < secrets.length) length++;
  return length;
}

function checkNumber(digits) {
  return digits.reduce((sum, digit, i) => sum + digit * (i + 2), 0) % 31;
}

/** A secret as a short code such as K7F2Q: a letter for the game, three or more, a check letter. */
export function writeChallenge(rules, secret) {
  const length = lengthOf(rules);
  const digits = [gameNumber(rules)];
  for (let rest = scramble(rules.secrets.indexOf(secret), length); digits.length <= length; ) {
    digits.push(rest % 31);
    rest = Math.floor(rest / 31);
  }
  return [...digits, checkNumber(digits)].map((digit) => ALPHABET[digit]).join("");
}

/** The secret of a short code; undefined if the game has no such code. */
export function readChallenge(rules, text) {
  const digits = [...text.toUpperCase()].map((letter) => ALPHABET.indexOf(letter));
  const check = digits.pop();
  if (digits.includes(-1) || check !== checkNumber(digits)) return undefined;
  const length = lengthOf(rules);
  const [game, ...data] = digits;
  if (game !== gameNumber(rules) || data.length !== length) return undefined;
  const number = data.reduceRight((sum, digit) => 31 * sum + digit);
  return rules.secrets.find((_, place) => scramble(place, length) === number);
}
