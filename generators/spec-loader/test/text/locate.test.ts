import {
  isJsonArray,
  isJsonObject,
  type JsonValue,
  joinPointer,
  loadSpecification,
} from "@specwright/spec-loader";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { stringify } from "yaml";

/** A tree whose leaves are different numbers, so that text and place can be compared. */
type Tree = number | readonly Tree[] | { readonly [key: string]: Tree };

/** Without digits, so that the first number after a place is its value. */
const keys = fc.string({ unit: "grapheme-ascii", maxLength: 6 }).filter((key) => !/\d/.test(key));

const { tree } = fc.letrec<{ tree: Tree }>((tie) => ({
  tree: fc.oneof(
    { maxDepth: 4 },
    fc.integer({ min: 1, max: 9 }),
    fc.array(tie("tree"), { maxLength: 4 }),
    fc.dictionary(keys, tie("tree"), { maxKeys: 4 }),
  ),
}));

/** Lists the pointer of each leaf, and replaces its number by a unique one. */
function number(value: Tree, pointer: string, leaves: Map<string, number>): Tree {
  if (typeof value === "number") {
    leaves.set(pointer, 1000 + leaves.size);
    return 1000 + leaves.size - 1;
  }
  if (Array.isArray(value))
    return value.map((item, index) => number(item, joinPointer(pointer, index), leaves));
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [
      key,
      number(item, joinPointer(pointer, key), leaves),
    ]),
  );
}

const top = { openapi: "3.1.0", info: { title: "T", version: "1" }, paths: {} };

describe("locate", () => {
  test.each([
    ["JSON", "api.json", (value: object) => JSON.stringify(value)],
    ["indented JSON", "api.json", (value: object) => JSON.stringify(value, undefined, "\t")],
    [
      "JSON with odd spaces",
      "api.json",
      (value: object) => JSON.stringify(value).replaceAll(/([[\]{}])(?=[^"]*$)/g, "\r\n $1 "),
    ],
    ["YAML", "api.yaml", (value: object) => stringify(value)],
    ["flow YAML", "api.yaml", (value: object) => stringify(value, { collectionStyle: "flow" })],
  ])("finds every leaf of random %s", async (_name, file, write) => {
    await fc.assert(
      fc.asyncProperty(tree, async (shape) => {
        const leaves = new Map<string, number>();
        const text = write({ ...top, "x-tree": number(shape, "/x-tree", leaves) });
        const { specification } = await loadSpecification({ file, text });
        expect(specification).toBeDefined();
        const lines = text.split("\n");
        for (const [pointer, leaf] of leaves) {
          const { line = 0, column = 0 } = specification?.locate({ file, pointer }) ?? {};
          const rest = [lines[line - 1]?.slice(column - 1), ...lines.slice(line)].join("\n");
          expect(/\d{4,}/.exec(rest)?.[0]).toBe(String(leaf));
        }
      }),
    );
  });

  test.each([
    ["", 1, 1],
    ["/info", 2, 1],
    ["/info/title", 3, 3],
    ["/x-list/1", 6, 5],
    ["/x-list/1/b", 6, 10],
    ["/x-list/7/b", 4, 1],
    ["/nowhere/at/all", 1, 1],
  ])("finds %j in YAML, or its nearest parent", async (pointer, line, column) => {
    const text = "openapi: 3.1.0\ninfo:\n  title: T\nx-list:\n  - 1\n  - { a, b: 2 }\npaths: {}\n";
    const { specification } = await loadSpecification(
      { file: "a.yaml", text },
      { validate: false },
    );
    expect(specification?.locate({ file: "a.yaml", pointer })).toEqual({
      file: "a.yaml",
      pointer,
      line,
      column,
    });
  });

  test("reads escaped keys of JSON", async () => {
    const text = '{"openapi": "3.1.0",\n"x-\\u0061": {"~/\\"": [1,\n2]}}';
    const { specification } = await loadSpecification(
      { file: "a.json", text },
      { validate: false },
    );
    const place = specification?.locate({ file: "a.json", pointer: '/x-a/~0~1"/1' });
    expect(place).toMatchObject({ line: 3, column: 1 });
  });

  test("agrees with the value it points at", async () => {
    const text = '{"openapi": "3.1.0", "x": {"a": {"2": 1, "1": 2}}}';
    const { specification } = await loadSpecification(
      { file: "a.json", text },
      { validate: false },
    );
    const columns = collect(specification?.entry.root ?? null, "").map(
      (pointer) => specification?.locate({ file: "a.json", pointer }).column ?? 0,
    );
    expect(columns.map((column) => text[column - 1])).toEqual(['"', '"', '"', '"', '"']);
  });
});

function collect(value: JsonValue, pointer: string): string[] {
  const entries = isJsonArray(value)
    ? [...value.entries()]
    : isJsonObject(value)
      ? Object.entries(value)
      : [];
  return entries.flatMap(([key, item]) => [
    joinPointer(pointer, key),
    ...collect(item, joinPointer(pointer, key)),
  ]);
}
