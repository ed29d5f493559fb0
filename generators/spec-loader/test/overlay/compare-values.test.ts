// An overlay computed from two documents turns one into the other.

import fc from "fast-check";
import { expect, test } from "vitest";
import type { JsonObject, JsonValue } from "../../src/index.ts";
import { applyOverlays } from "../../src/overlay/apply-overlay.ts";
import { compareObjects, type WrittenAction } from "../../src/overlay/compare-values.ts";
import { readOverlay } from "../../src/overlay/overlay.ts";
import { type LoadedFile, specFile } from "../../src/text/file-store.ts";

function fileOf(name: string, root: JsonValue): LoadedFile {
  const place = () => ({ line: 1, column: 1 });
  return {
    ...{ spec: specFile(name, "json", "", root), url: `file:///${name}` },
    ...{ place, offset: () => 0 },
  };
}

/** Applies actions to a value; the overlay must be valid and its targets must exist. */
function apply(base: JsonValue, actions: readonly WrittenAction[]): JsonValue {
  if (actions.length === 0) return base;
  const info = { title: "T", version: "1" };
  const root = { overlay: "1.1.0", info, actions: actions as unknown as JsonValue };
  const { file, problems } = applyOverlays(
    fileOf("base.json", base),
    [readOverlay(fileOf("overlay.json", root))],
    500,
  );
  expect(problems).toEqual([]);
  return file.spec.root;
}

test.each<{ base: JsonObject; wanted: JsonObject; actions: readonly WrittenAction[] }>([
  { base: { a: 1 }, wanted: { a: 1 }, actions: [] },
  {
    base: { a: 1, b: 2 },
    wanted: { a: 3, c: 4 },
    actions: [
      { target: "$.b", remove: true },
      { target: "$", update: { a: 3, c: 4 } },
    ],
  },
  {
    base: { paths: { "/pets": { get: { summary: "a", tags: ["x"] } } } },
    wanted: { paths: { "/pets": { get: { summary: "b", tags: ["x", "y"] } } } },
    actions: [
      { target: "$.paths['/pets'].get", update: { summary: "b" } },
      { target: "$.paths['/pets'].get.tags", update: ["y"] },
    ],
  },
  {
    base: { a: { b: 1 }, c: [1, 2, 3] },
    wanted: { a: "text", c: [3] },
    actions: [
      { target: "$.a", remove: true },
      { target: "$", update: { a: "text" } },
      { target: "$.c[1]", remove: true },
      { target: "$.c[0]", remove: true },
    ],
  },
  {
    base: { list: [{ name: "a" }, { name: "b" }] },
    wanted: { list: [{ name: "a", x: 1 }, { name: "b" }] },
    actions: [{ target: "$.list[0]", update: { x: 1 } }],
  },
])("$base -> $wanted", ({ base, wanted, actions }) => {
  expect(compareObjects(base, wanted)).toEqual(actions);
  expect(apply(base, actions)).toEqual(wanted);
});

// The query library refuses names with control characters.
const key = fc.oneof(
  fc.constantFrom("a", "b", "/a/{b}", "it's", '"', "\\", "__proto__", "toString", "é", "0", ""),
  fc.string({ unit: "binary", maxLength: 4 }).filter((text) => !/[\p{Cc}]/u.test(text)),
);
const value: fc.Arbitrary<JsonValue> = fc.letrec<{ value: JsonValue }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    fc.constantFrom<JsonValue[]>(null, true, 0, 1, "x", 9_007_199_254_740_993n),
    fc.array(tie("value"), { maxLength: 4 }),
    fc.dictionary(key, tie("value"), { maxKeys: 4, noNullPrototype: true }),
  ),
})).value;
const object = fc.dictionary(key, value, { maxKeys: 5, noNullPrototype: true });

/** Changes some parts of a value. */
function edited(before: JsonValue, random: () => number): JsonValue {
  const chance = random();
  if (chance < 0.1) return { new: [chance] };
  if (chance < 0.2) return "changed";
  if (Array.isArray(before)) {
    return before.flatMap((item: JsonValue) => {
      const next = random();
      if (next < 0.15) return [];
      return next < 0.3 ? [item, "added"] : [edited(item, random)];
    });
  }
  if (typeof before !== "object" || before === null) return before;
  const entries = Object.entries(before).flatMap(([name, member]): [string, JsonValue][] => {
    const next = random();
    if (next < 0.15) return [];
    return next < 0.3
      ? [
          [name, member],
          [`${name}+`, 1],
        ]
      : [[name, edited(member, random)]];
  });
  return Object.fromEntries(entries);
}

const runs = Number(process.env["OVERLAY_RUNS"] ?? 1000);

test(`${runs} random edits, and as many unrelated pairs`, () => {
  fc.assert(
    fc.property(
      object,
      object,
      fc.infiniteStream(fc.double({ min: 0, max: 1, noNaN: true })),
      (base, other, stream) => {
        const random = (): number => stream.next().value ?? 0;
        const changes = Object.entries(base).map(([name, member]) => [
          name,
          edited(member, random),
        ]);
        const wanted = Object.fromEntries(changes) as JsonObject;
        for (const goal of [wanted, other]) {
          expect(apply(base, compareObjects(base, goal))).toEqual(goal);
        }
      },
    ),
    { numRuns: runs },
  );
});
