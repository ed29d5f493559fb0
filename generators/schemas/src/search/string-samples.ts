import type { StringConstraint } from "../canonical/constraint.ts";
import { formatBounds } from "../pattern/format-bounds.ts";
import {
  complementOf,
  intersectionOf,
  type Language,
  languageOf,
  languageOfLength,
  languageOfWords,
} from "../pattern/language.ts";
import { someWords } from "../pattern/some-words.ts";

/**
 * Returns some strings that satisfy all accepted constraints, violate all rejected constraints, and are not
 * excluded. Returns `undefined` if no such string exists.
 */
export function sampleStrings(
  accepted: readonly StringConstraint[],
  rejected: readonly StringConstraint[],
  excluded: readonly string[],
): readonly string[] | undefined {
  const { minimum, maximum } = lengths(accepted, rejected);
  if (minimum > maximum) return undefined;
  // The set must contain every possible string, because strings outside of it are never tried. So accepted
  // formats use their larger set, and rejected formats their smaller set.
  const wanted = patternsOf(accepted, "outer");
  const refused = patternsOf(rejected, "inner");
  const samples = plainSamples(minimum, maximum);
  if (wanted.length + refused.length + excluded.length === 0) return samples;
  if (wanted.length + refused.length === 0) {
    const free = otherWords(minimum, maximum, new Set(excluded));
    if (free.length > 0) return [...free, ...samples];
  }
  if (wanted.some((pattern) => refused.includes(pattern))) return undefined;
  const formats = new Set(
    rejected.flatMap((each) => (each.kind === "format" ? [each.format] : [])),
  );
  if (accepted.some((each) => each.kind === "format" && formats.has(each.format))) return undefined;
  const parts = [
    ...wanted.map(languageOf),
    ...refused.map((pattern) => complementLanguage(languageOf(pattern))),
    excluded.length === 0 || excluded.length > 200
      ? undefined
      : complementLanguage(languageOfWords(excluded)),
    minimum > 0 || Number.isFinite(maximum) ? languageOfLength(minimum, maximum) : undefined,
  ];
  let all: Language | undefined;
  // A constraint without an automaton is ignored. The set is then larger, and some of its strings may
  // violate the constraint.
  for (const part of parts) {
    if (part === undefined) continue;
    const both: Language | undefined = all === undefined ? part : intersectionOf(all, part);
    if (both === undefined) continue;
    if (both.isEmpty) return undefined;
    all = both;
  }
  if (all === undefined) return samples;
  return [
    ...likelyWords(all, accepted, rejected),
    ...readableWords(all),
    ...someWords(all, 4),
    ...samples,
  ];
}

/**
 * Returns the patterns of constraints. For a format, `bound` selects the pattern for the smaller or the
 * larger set.
 */
function patternsOf(list: readonly StringConstraint[], bound: "inner" | "outer"): string[] {
  return list.flatMap((each) => {
    if (each.kind === "pattern") return [each.pattern];
    const bounds = each.kind === "format" ? formatBounds(each.format) : undefined;
    return bounds === undefined ? [] : [bounds[bound]];
  });
}

/**
 * Lists some words that certainly have the accepted formats, and certainly do not have the rejected
 * formats.
 */
function likelyWords(
  all: Language,
  accepted: readonly StringConstraint[],
  rejected: readonly StringConstraint[],
): readonly string[] {
  const isFormat = ({ kind }: StringConstraint): boolean => kind === "format";
  const wanted = patternsOf(accepted.filter(isFormat), "inner").map(languageOf);
  const refused = patternsOf(rejected.filter(isFormat), "outer").map(languageOf);
  const parts = [...wanted, ...refused.map(complementLanguage)].filter(
    (each) => each !== undefined,
  );
  if (parts.length === 0) return [];
  const certain = parts.reduce<Language | undefined>(
    (both, each) => both && intersectionOf(both, each),
    all,
  );
  return certain === undefined || certain.isEmpty
    ? []
    : [...readableWords(certain), ...someWords(certain, 4)];
}

/**
 * Lists some words of letters and digits that are not excluded. Returns an empty list if no word is
 * excluded.
 */
function otherWords(
  minimum: number,
  maximum: number,
  excluded: ReadonlySet<string>,
): readonly string[] {
  if (minimum > 10_000) return [];
  const words: string[] = [];
  // In base 36, the digits from 10 on are letters.
  for (let number = 10; number < excluded.size + 46 && words.length < 4; number += 1) {
    const word = number.toString(36).padStart(minimum, "a");
    if (word.length <= maximum && !excluded.has(word)) words.push(word);
  }
  return words;
}

// Strings of letters are preferred, because people cannot read control characters in an example.
const readable = ["^[a-z]+$", "^[0-9A-Za-z]+$", "^[ -~]+$"];

/**
 * Lists some strings of a set. They consist of letters if possible, otherwise of letters and digits,
 * otherwise of other readable characters.
 */
function readableWords(all: Language): readonly string[] {
  for (const pattern of readable) {
    const language = languageOf(pattern);
    const both = language && intersectionOf(all, language);
    if (both !== undefined && !both.isEmpty) return someWords(both, 4);
  }
  return [];
}

function complementLanguage(language: Language | undefined): Language | undefined {
  return language === undefined ? undefined : complementOf(language);
}

function lengths(
  accepted: readonly StringConstraint[],
  rejected: readonly StringConstraint[],
): { readonly minimum: number; readonly maximum: number } {
  let [minimum, maximum] = [0, Number.POSITIVE_INFINITY];
  for (const each of accepted) {
    if (each.kind === "minLength") minimum = Math.max(minimum, each.limit);
    if (each.kind === "maxLength") maximum = Math.min(maximum, each.limit);
  }
  for (const each of rejected) {
    if (each.kind === "minLength") maximum = Math.min(maximum, each.limit - 1);
    if (each.kind === "maxLength") minimum = Math.max(minimum, each.limit + 1);
  }
  return { minimum, maximum };
}

/**
 * Returns strings of the minimum length, unless they would be too long to show. If the empty string is
 * allowed, it is last.
 */
function plainSamples(minimum: number, maximum: number): readonly string[] {
  if (minimum > 10_000) return [];
  const samples = ["a", "b", "0"].map((letter) => letter.repeat(minimum));
  if (minimum < maximum) samples.push("a".repeat(minimum + 1));
  const different = [...new Set(samples)];
  return minimum === 0 ? different.reverse() : different;
}
