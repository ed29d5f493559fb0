// Finds strings that match a pattern: the shortest ones, and quickly.

import { expect, test } from "vitest";
import { complementOf, intersectionOf, languageOf } from "../src/pattern/language.ts";
import { someWords } from "../src/pattern/some-words.ts";

test.each([
  ["^[a-z]+$", ["a", "b", "c", "d"]],
  ["^(?:ab|c)$", ["c", "ab"]],
  ["^[xy][12]$", ["x1", "x2", "y1", "y2"]],
  ["^a*$", ["", "a", "aa", "aaa"]],
  ["^$", [""]],
  ["^[^\\s\\S]$", []],
])("%s", (pattern, want) => {
  const language = languageOf(pattern);
  expect(language && someWords(language, 4).toSorted()).toEqual(want.toSorted());
});

const long = "that many characters, which have to be in it";

test("long strings take time in proportion to their patterns", { timeout: 20_000 }, () => {
  const parts = [languageOf(long), languageOf("^[ -~]+$"), languageOf("^(?:a|b|[a-z ,])+$")];
  const other = languageOf("(?:x+x+)+y|globalThis");
  const all = [...parts, other && complementOf(other)].reduce(
    (left, right) => left && right && intersectionOf(left, right),
  );
  expect(all && someWords(all, 4)[0]).toBe(long);
});
