import { Words } from "refa";
import { languageOf } from "./language.ts";

/** Checks whether strings match a `pattern`. */
export interface Matcher {
  readonly test: (text: string) => boolean;
}

/** The length of strings for which every usual pattern is fast. */
const shortText = 10;
const matchers = new Map<string, Matcher | undefined>();

/** Returns the matcher of a `pattern`; `undefined` if the syntax of the pattern is invalid. */
export function matcherOf(pattern: string): Matcher | undefined {
  if (!matchers.has(pattern)) matchers.set(pattern, makeMatcher(pattern));
  return matchers.get(pattern);
}

function makeMatcher(pattern: string): Matcher | undefined {
  const expression = regularExpression(pattern);
  if (expression === undefined || choicesIn(pattern) < 2) return expression;
  return {
    // A regular expression tries one choice after the other: for ^(a+)+$, each further character doubles
    // the time. An automaton follows all choices at the same time. But patterns with assertions or back
    // references have no automaton.
    test: (text) =>
      (text.length > shortText
        ? languageOf(pattern)?.test(Words.fromStringToUnicode(text))
        : undefined) ?? expression.test(text),
  };
}

function regularExpression(pattern: string): RegExp | undefined {
  try {
    return new RegExp(pattern, "u");
  } catch {
    return undefined;
  }
}

/**
 * Counts the positions in a pattern at which a match can continue in several ways. It may count too many,
 * but not too few.
 */
function choicesIn(pattern: string): number {
  return (pattern.match(/[*+?{|]/g) ?? []).length;
}
