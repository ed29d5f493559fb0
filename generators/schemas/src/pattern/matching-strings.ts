import { Words } from "refa";
import { intersectionOf, languageOf, languageOfLength } from "./language.ts";

/** Options for `matchingStrings`: the allowed lengths, in characters. */
export interface MatchingOptions {
  readonly minLength?: number;
  readonly maxLength?: number;
}

const most = 3;

/**
 * Returns some strings that match a `pattern`, shortest first. They consist of readable characters if
 * possible. Returns an empty list if the pattern does not describe a regular language, or if its automaton
 * would be too large.
 */
export function matchingStrings(
  pattern: string,
  { minLength = 0, maxLength = Number.POSITIVE_INFINITY }: MatchingOptions = {},
): readonly string[] {
  const matching = languageOf(pattern);
  const isLimited = minLength > 0 || Number.isFinite(maxLength);
  const fitting = isLimited ? languageOfLength(minLength, maxLength) : undefined;
  const language =
    matching === undefined || fitting === undefined ? matching : intersectionOf(matching, fitting);
  const strings: string[] = [];
  if (language === undefined || language.isEmpty) return strings;
  for (const wordSet of language.wordSets()) {
    const word = Words.pickMostReadableWord(wordSet);
    if (word !== undefined) strings.push(Words.fromUnicodeToString(word));
    if (strings.length >= most) break;
  }
  return strings;
}
