// Patterns on strings: the same results as regular expressions, without their endless searches.

import fc from "fast-check";
import { Words } from "refa";
import { expect, test } from "vitest";
import { languageOf } from "../src/pattern/language.ts";
import { matcherOf } from "../src/pattern/matcher.ts";

test.each([
  ["^(a+)+$", `${"a".repeat(5_000)}!`],
  ["^(a|a)*$", `${"a".repeat(5_000)}!`],
  ["(a+)+b", "a".repeat(5_000)],
  ["^(a{1,20})+$", `${"a".repeat(5_000)}!`],
  ["^(a?){1000}$", "a".repeat(1_001)],
  ["^(\\p{L}+ ?)*$", `${"ä".repeat(5_000)}!`],
  ["^([a-z0-9]+-?)*$", `${"product-".repeat(500)}!`],
])("%s does not match, and this is found quickly", { timeout: 10_000 }, (pattern, text) => {
  expect(matcherOf(pattern)?.test(text)).toBe(false);
});

test.each([
  ["(", undefined],
  ["\\-", undefined],
  ["^(?=a)[ab]+c?$", true],
  ["^(ab|b)+\\b", true],
  ["^(a+)b\\1b", true],
  ["^[ab]*$|never", true],
  ["^[^]{0,2990}b?$", true],
])("%s gets a result if it is valid", (pattern, matches) => {
  expect(matcherOf(pattern)?.test("abababababab")).toBe(matches);
});

const atoms = ["a", "b", ".", "[ab]", "[^a]", "\\w", "\\s", "\\p{Lu}", "😀", "\\u{1F600}", "\\n"];
const quantifiers = ["", "*", "+", "?", "{2}", "{0,3}", "{1,}", "*?", "+?"];

const { node } = fc.letrec<{ node: string; atom: string }>((tie) => ({
  atom: fc.constantFrom(...atoms),
  node: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    tie("atom"),
    fc.tuple(tie("node"), tie("node")).map(([first, second]) => first + second),
    fc.tuple(tie("node"), tie("node")).map(([first, second]) => `(?:${first}|${second})`),
    fc.tuple(tie("node"), fc.constantFrom(...quantifiers)).map(([of, by]) => `(${of})${by}`),
  ),
}));
const patterns = fc
  .tuple(fc.constantFrom("", "^"), node, fc.constantFrom("", "$"), fc.constantFrom("", "|^b+$"))
  .map((parts) => parts.join(""));
const characters = [
  "a",
  "a",
  "a",
  "b",
  "b",
  "A",
  " ",
  "\n",
  "\u2028",
  "é",
  "😀",
  "\ud83d",
  "\ude00",
];
const texts = fc
  .array(fc.constantFrom(...characters), { maxLength: 6 })
  .map((parts) => parts.join(""));

// Short ones, because regular expressions run here, too.
test("automata of random patterns match like regular expressions", () => {
  let compared = 0;
  fc.assert(
    fc.property(patterns, texts, (pattern, text) => {
      const language = languageOf(pattern);
      if (language === undefined) return;
      compared += 1;
      const expected = new RegExp(pattern, "u").test(text);
      expect(language.test(Words.fromStringToUnicode(text))).toBe(expected);
    }),
    { numRuns: 3_000 },
  );
  expect(compared).toBeGreaterThan(2_500);
});
