// Arbitrary JSON texts: with white space, escapes, members that are repeated, and unusual numbers.

import fc from "fast-check";

/** The names of members in arbitrary texts. */
export const names = ["a", "b", "ab", "a/b", "a~b", "é", "", "name"] as const;

const space = fc.constantFrom("", "", "", " ", "\n", "\t ", "\r\n");
const number = fc.constantFrom(
  "0",
  "-0",
  "12",
  "-3.50",
  "1e3",
  "1E-7",
  "9007199254740993",
  "123456789012345678901234567890.5",
);
const character = fc.constantFrom(
  "a",
  "é",
  "€",
  "😀",
  "{",
  "]",
  ",",
  '\\"',
  "\\\\",
  "\\n",
  "\\u0041",
  "\\/",
);
const string = fc.array(character, { maxLength: 4 }).map((parts) => `"${parts.join("")}"`);
const scalar = fc.oneof(
  number,
  string,
  fc.constantFrom("true", "false", "null", '"a"', "{}", "[]"),
);

/** Arbitrary JSON texts whose member names have no escapes. */
export const jsonText: fc.Arbitrary<string> = fc
  .letrec<{ value: string }>((tie) => {
    const spaced = fc.tuple(space, tie("value"), space).map((parts) => parts.join(""));
    const member = fc
      .tuple(space, fc.constantFrom(...names), space, spaced)
      .map(([before, name, after, value]) => `${before}${JSON.stringify(name)}${after}:${value}`);
    return {
      value: fc.oneof(
        { maxDepth: 4 },
        scalar,
        fc.array(member, { minLength: 1, maxLength: 5 }).map((members) => `{${members.join()}}`),
        fc.array(spaced, { minLength: 1, maxLength: 4 }).map((elements) => `[${elements.join()}]`),
      ),
    };
  })
  .value.chain((value) => fc.tuple(space, space).map(([before, after]) => before + value + after));

/** Arbitrary pointers into such texts. */
export const pointer: fc.Arbitrary<string> = fc
  .array(
    fc.oneof(
      fc.constantFrom(...names).map((name) => name.replaceAll("~", "~0").replaceAll("/", "~1")),
      fc.integer({ min: -3, max: 3 }).map(String),
    ),
    { maxLength: 4 },
  )
  .map((steps) => steps.map((step) => `/${step}`).join(""));
