// The reader of plain YAML agrees with the full YAML reader, on documents and on documents with random
// edits.

import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseAnyYaml } from "../../src/text/parse-yaml.ts";
import { type PlainYaml, readPlainYaml } from "../../src/text/read-plain-yaml.ts";
import type { ParsedText } from "../../src/text/text-problem.ts";

const root = resolve(import.meta.dirname, "../../../..");
const limits = { maxDepth: 500, maxAliasedValues: 1_000_000 };
const specs = yamlBelow(join(root, "specs"));
// The corpus is in a folder next to the repository, which may be missing.
const corpus = yamlBelow(resolve(root, "../shared/corpus"));

describe("plain YAML", () => {
  it.each([
    ["a: 1\n200: x\nb: [~, 'it''s', \"\\u0041\"]", { a: 1, 200: "x", b: [null, "it's", "A"] }],
    ["a: 9007199254740993\nb: -0\nc: 1e3\nd: .5", { a: 9007199254740993n, b: 0, c: 1000, d: 0.5 }],
    [
      "__proto__: 1\n? key\n: |-\n  text\n\n  more",
      Object.fromEntries([
        ["__proto__", 1],
        ["key", "text\n\nmore"],
      ]),
    ],
    ["---\n- yes\n- 012\n- 1_000", ["yes", 12, "1_000"]],
  ])("reads %j", (text, value) => {
    expect(readPlainYaml(text, 500)?.value).toEqual(value);
    expect(parseAnyYaml(text, limits).value).toEqual(value);
  });

  it.each([
    ["an anchor", "a: &x 1"],
    ["an alias", "a: &x 1\nb: *x"],
    ["a tag", "a: !!str 1"],
    ["a merge key", "<<: {a: 1}"],
    ["a duplicate key", "a: 1\na: 2"],
    ["a number without a JSON form", "a: .inf"],
    ["a number of another base", "a: 0x1F"],
    ["a number out of range", "a: 1e999"],
    ["a second document", "a: 1\n---\nb: 2"],
    ["a directive", "%YAML 1.2\n---\na: 1"],
    ["an error", "a: [1"],
    ["a scalar", "text"],
    ["a mapping as a key", "? {a: 1}\n: 2"],
    ["a key on two lines", "a\n b: 1"],
    ["too deep nesting", `${"[".repeat(600)}${"]".repeat(600)}`],
  ])("leaves %s to the full reader", (_, text) => {
    expect(readPlainYaml(text, 500)).toBeUndefined();
  });

  it("reads the documents of this repository", () => {
    expect(specs.map((text) => difference(text))).toEqual(specs.map(() => undefined));
  });

  it.skipIf(corpus.length === 0)("reads the corpus", { timeout: 120_000 }, () => {
    const small = corpus.filter((text) => text.length < 100_000);
    expect(small.flatMap((text) => difference(text) ?? [])).toEqual([]);
  });

  it("agrees on documents with random edits", { timeout: 60_000 }, () => {
    let read = 0;
    fc.assert(
      fc.property(editedText, (text) => {
        const plain = readPlainYaml(text, 500);
        if (plain === undefined) return;
        read++;
        expect(compare(plain, parseAnyYaml(text, limits))).toBeUndefined();
      }),
      { numRuns: 3_000 },
    );
    expect(read).toBeGreaterThan(200);
  });
});

/** Characters that change how YAML is read. */
const pieces =
  ` |  |\t|-|- |:|: |#| #|"|'|&a |*a|!x |[|]|{|}|,|\n|\n\n|---\n|...\n|%|@|\`|?|? |~|null|0o7|1e3|-0|+1|\r\n|\r|\uFEFF|<<: |\\|=|>\n`
    .split("|")
    .concat("|", "|-");

const editedText = fc
  .record({
    text: fc.constantFrom(...specs),
    start: fc.nat(1000),
    lines: fc.integer({ min: 1, max: 25 }),
    edits: fc.array(
      fc.record({ at: fc.nat(), drop: fc.nat(3), piece: fc.constantFrom("", ...pieces) }),
      { maxLength: 3 },
    ),
  })
  .map(({ text, start, lines, edits }) => {
    const all = text.split("\n");
    const from = start % all.length;
    return edits.reduce(
      (edited, { at, drop, piece }) => {
        const place = at % (edited.length + 1);
        return edited.slice(0, place) + piece + edited.slice(place + drop);
      },
      all.slice(from, from + lines).join("\n"),
    );
  });

/** Describes the difference between two readings of a text; `undefined` if they agree. */
function difference(text: string): string | undefined {
  const plain = readPlainYaml(text, 500);
  return plain === undefined ? "is not plain" : compare(plain, parseAnyYaml(text, limits));
}

function compare(plain: PlainYaml, { value, problems, offsetOf }: ParsedText): string | undefined {
  if (problems[0] !== undefined) return problems[0].message;
  expect(plain.value).toStrictEqual(value);
  return compareOffsets(plain.value, []);

  function compareOffsets(at: unknown, path: readonly string[]): string | undefined {
    if (offsetOf(path) !== offsetIn(plain, path)) return `another place of /${path.join("/")}`;
    if (typeof at !== "object" || at === null) return undefined;
    for (const [key, member] of Object.entries(at)) {
      const found = compareOffsets(member, [...path, key]);
      if (found !== undefined) return found;
    }
    return undefined;
  }
}

function offsetIn({ value, start, offsets }: PlainYaml, path: readonly string[]): number {
  let at: unknown = value;
  let found = start;
  for (const token of path) {
    if (typeof at !== "object" || at === null) break;
    found = offsets.get(at)?.[Object.keys(at).indexOf(token)] ?? found;
    at = Object.getOwnPropertyDescriptor(at, token)?.value;
  }
  return found;
}

function yamlBelow(folder: string): readonly string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => /\.ya?ml$/.test(name))
    .sort()
    .map((name) => readFileSync(join(folder, name), "utf8").replace(/^\uFEFF/, ""));
}
