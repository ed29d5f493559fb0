// Text of a document as identifiers.

/**
 * Formats text as a PascalCase identifier: `order-view` becomes `OrderView`; empty text becomes
 * `Unnamed`.
 */
export function pascalCase(text: string): string {
  const words = splitWords(text).map(capitalise);
  const name = joinWords(words);
  if (name === "") return "Unnamed";
  return startsName.test(name) ? name : `_${name}`;
}

/**
 * Formats text as a camelCase identifier: `GET /users` becomes `getUsers`; empty text becomes
 * `unnamed`.
 */
export function camelCase(text: string): string {
  const [first, ...rest] = splitWords(text);
  if (first === undefined) return "unnamed";
  const name = joinWords([uncapitalise(first), ...rest.map(capitalise)]);
  return startsName.test(name) ? name : `_${name}`;
}

const startsName = /^[\p{ID_Start}$_]/u;

function splitWords(text: string): string[] {
  const words = text
    .normalize("NFC")
    // Joiners are valid in identifiers, but invisible.
    .split(/[^\p{ID_Continue}]|[_\u200c\u200d]/u)
    .filter((word) => word !== "");
  // Several words in capitals lose them; a single one may be an acronym.
  const shouted = words.length > 1 && words.every((word) => word === word.toUpperCase());
  return shouted ? words.map((word) => word.toLowerCase()) : words;
}

/** Joins words; adjacent digits are separated, so that `v1_1` and `v11` differ. */
function joinWords(words: readonly string[]): string {
  return words.reduce(
    (name, word) =>
      /\p{Nd}$/u.test(name) && /^\p{Nd}/u.test(word) ? `${name}_${word}` : name + word,
    "",
  );
}

function capitalise(word: string): string {
  const [first = ""] = word;
  const upper = first.toUpperCase();
  // Letters that become longer when capitalised (ß to SS) are kept.
  return ([...upper].length === 1 ? upper : first) + word.slice(first.length);
}

/** Converts the first letter, or a leading acronym, to lower case: `URLList` becomes `urlList`. */
function uncapitalise(word: string): string {
  const acronym = /^\p{Lu}+(?=\p{Lu}\p{Ll}|\P{L}|$)/u.exec(word)?.[0];
  const head = acronym ?? [...word][0] ?? "";
  return head.toLowerCase() + word.slice(head.length);
}
