import { loadSpecification, readPattern } from "@specwright/spec-loader";
import { describe, expect, test } from "vitest";

describe("30.9 a pattern of another dialect", () => {
  const translated: readonly (readonly [
    string,
    string,
    yes: readonly string[],
    no: readonly string[],
  ])[] = [
    ["\\A[a-z]+\\z", "^[a-z]+$", ["ab"], ["Aab", "abz\n"]],
    ["\\Aa\\Z", "^a(?=\\n?$)", ["a", "a\n"], ["ab"]],
    ["^\\h+$", "^[\\t\\u180e\\p{Zs}]+$", ["\t \u00a0"], ["h"]],
    ["^[\\h-]+$", "^[\\t\\u180e\\p{Zs}-]+$", [" -"], ["h"]],
    ["^\\Qa.b\\E$", "^a\\x2eb$", ["a.b"], ["axb"]],
    ["^[[:alpha:]_]+$", "^[a-zA-Z_]+$", ["aZ_"], [":", "a]"]],
    ["^\\p{IsLatin}+$", "^\\p{Script=Latin}+$", ["é"], ["я"]],
    ["^\\p{Alnum}\\_$", "^[a-zA-Z0-9]_$", ["a_"], ["é_"]],
    ["^\\pL$", "^\\p{L}$", ["é"], ["1"]],
    ["^[^\\x{10000}]$", "^[^\\u{10000}]$", ["x"], ["\u{10000}"]],
    ["^a{,3}$", "^a{0,3}$", ["", "aaa"], ["aaaa", "a{,3}"]],
    ["^(?P<y>\\d)-(?P=y)$", "^(?<y>\\d)-\\k<y>$", ["1-1"], ["1-2"]],
    ["/^[a-z]+$/", "^[a-z]+$", ["ab"], ["/ab/"]],
  ];
  test.each(translated)("%s is read as %s", (given, want, yes, no) => {
    const { pattern = "", translated: parts } = readPattern(given);
    expect(pattern).toBe(want);
    expect(parts).not.toEqual([]);
    const expression = new RegExp(pattern, "u");
    for (const text of yes) expect([text, expression.test(text)]).toEqual([text, true]);
    for (const text of no) expect([text, expression.test(text)]).toEqual([text, false]);
  });

  test("an escape that only `u` refuses is removed", () => {
    expect(readPattern('^\\p{L}\\-\\"$')).toEqual({ pattern: '^\\p{L}-"$', translated: [] });
  });

  test.each(["\\Ga", "^a++$", "(?>a)", "/^[a-z]+$/i", "\\p{InGreek}x", "\\y", "[\\A]", "\\xZZ"])(
    "%s has no equivalent",
    (given) =>
      expect(readPattern(given)).toEqual({ pattern: undefined, translated: expect.anything() }),
  );

  test.each([
    "^\\-?\\d+$",
    "^[\\w-.]+$",
    "^\\_\\@\\:x$",
    "/api/",
    "^\\p{Alpha}+$",
    "\\cA",
    "a{,b}",
  ])("%s is ECMA-262 and stays unchanged", (given) =>
    expect(readPattern(given)).toEqual({ pattern: given, translated: [] }),
  );

  test("is reported at its place", async () => {
    const text = `openapi: 3.1.0
info: { title: T, version: "1" }
paths: {}
components:
  schemas:
    A: { type: string, pattern: '\\Aa\\z' }
    B: { type: string, pattern: '\\Ga' }
    C: { type: object, patternProperties: { '\\Ax': {}, '\\Gx': {} } }
`;
    const { diagnostics } = await loadSpecification({ file: "api.yaml", text });
    expect(diagnostics.map(({ code, severity, line }) => [code, severity, line])).toEqual([
      ["PATTERN_TRANSLATED", "info", 6],
      ["PATTERN_INVALID", "warning", 7],
      ["PATTERN_TRANSLATED", "info", 8],
      ["PATTERN_INVALID", "warning", 8],
    ]);
  });
});
