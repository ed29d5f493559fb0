// Represents sets of strings as finite automata, with the library refa. A pattern has no automaton if it
// does not describe a regular language, or if the automaton would be too large.

import { DFA, JS, NFA, type NoParent, type ReadonlyNFA, Words } from "refa";

/** A set of strings. */
export type Language = ReadonlyNFA;

const maxCharacter = 0x10ffff;
const maxNodes = 3000;
const languages = new Map<string, Language | undefined>();

type Element = NoParent<ReturnType<JS.Parser["parse"]>["expression"]["alternatives"]>[number];

/** Returns the set of strings that match a `pattern`; `undefined` if it has no automaton. */
export function languageOf(pattern: string): Language | undefined {
  if (!languages.has(pattern)) {
    languages.set(
      pattern,
      buildOrUndefined(() => buildLanguage(pattern)),
    );
  }
  return languages.get(pattern);
}

function buildLanguage(pattern: string): Language {
  const parser = JS.Parser.fromLiteral({ source: pattern, flags: "u" });
  const { expression } = parser.parse({ assertions: "parse", backreferences: "throw" });
  const alternatives = expression.alternatives.map((alternative) => withoutAnchors(alternative));
  // refa throws an error for other assertions, such as \b.
  return NFA.fromRegex(alternatives, { maxCharacter }, {}, new NFA.LimitedNodeFactory(maxNodes));
}

/**
 * Removes `^` at the start and `$` at the end of an alternative. Where an anchor is missing, any text is
 * possible, so adds a part that matches any text.
 */
function withoutAnchors(alternative: Element): Element {
  const elements = [...alternative.elements];
  const anything = JS.Parser.fromLiteral({ source: "[^]*", flags: "u" }).parse().expression
    .alternatives[0]?.elements;
  if (isAnchor(elements[0], "behind")) elements.shift();
  else elements.unshift(...(anything ?? []));
  if (isAnchor(elements.at(-1), "ahead")) elements.pop();
  else elements.push(...(anything ?? []));
  return { ...alternative, elements };
}

function isAnchor(element: Element["elements"][number] | undefined, kind: string): boolean {
  if (element?.type !== "Assertion" || !element.negate || element.kind !== kind) return false;
  const [only, ...others] = element.alternatives;
  const [character, ...rest] = only?.elements ?? [];
  return (
    others.length === 0 &&
    rest.length === 0 &&
    character?.type === "CharacterClass" &&
    character.characters.isAll
  );
}

/** Returns the set of exactly these strings. */
export function languageOfWords(words: readonly string[]): Language {
  const all = words.map((word) => Words.fromStringToUnicode(word));
  return NFA.fromWords(all, { maxCharacter });
}

/**
 * Returns the set of strings whose length is within the bounds; `undefined` if the bounds are too large for
 * an automaton.
 */
export function languageOfLength(minimum: number, maximum: number): Language | undefined {
  const largest = Number.isFinite(maximum) ? maximum : minimum;
  if (largest > 1000) return undefined;
  return languageOf(`^[^]{${minimum},${Number.isFinite(maximum) ? maximum : ""}}$`);
}

/** Returns the set of all strings that are not in the given set. */
export function complementOf(language: Language): Language | undefined {
  return buildOrUndefined(() => {
    const complement = DFA.fromFA(language, new DFA.LimitedNodeFactory(maxNodes));
    complement.complement(new DFA.LimitedNodeFactory(maxNodes));
    return NFA.fromFA(complement);
  });
}

/** Returns the set of strings that are in both sets. */
export function intersectionOf(left: Language, right: Language): Language | undefined {
  return buildOrUndefined(() =>
    NFA.fromIntersection(left, right, new NFA.LimitedNodeFactory(4 * maxNodes)),
  );
}

function buildOrUndefined<Value>(build: () => Value): Value | undefined {
  try {
    return build();
  } catch {
    // refa throws an error if a pattern does not describe a regular language, or if its automaton exceeds
    // the limit.
    return undefined;
  }
}
