// Codecs, zod schemas and types of a schema that fills in a template are those of the same schema
// written out: they accept the same texts, and read and write the same values.

import { rmSync } from "node:fs";
import { stringifyJson } from "@specwright/runtime";
import type { ValidatingCodec } from "@specwright/runtime/codegen";
import fc from "fast-check";
import { afterAll, describe, expect, test } from "vitest";
import { compile } from "../../generators/emit/test/types/compile.ts";
import { findDifference } from "../fuzz/same-value.ts";
import { type BothValidators, bothValidators } from "./both-validators.ts";

const root = new URL(`../../.tmp/dynamic-${process.pid}/`, import.meta.url);
afterAll(() => rmSync(root, { recursive: true, force: true }));

type Json = Readonly<Record<string, unknown>>;

/** Arguments, with values that may fit them and others that do not. */
const int64 = { type: "integer", format: "int64" };
const given: Readonly<Record<string, Json>> = {
  Id: int64,
  Ticket: {
    type: "object",
    required: ["id"],
    properties: { id: int64, tags: { type: "array", items: { type: "string" } } },
  },
  Text: { type: ["string", "null"], maxLength: 3 },
};

/** Bodies of templates, with a place for what is filled in. */
const templates: Readonly<Record<string, (item: Json) => Json>> = {
  List: (item) => ({ type: "array", items: item, maxItems: 3 }),
  Page: (item) => ({
    type: "object",
    required: ["items"],
    properties: { items: { type: "array", items: item }, first: item },
  }),
  Map: (item) => ({ type: "object", additionalProperties: item }),
  Either: (item) => ({
    type: "object",
    properties: { value: { anyOf: [item, { type: "boolean" }] } },
    unevaluatedProperties: false,
  }),
  Chain: (item) => ({
    type: "object",
    required: ["value"],
    properties: { value: item, rest: { $ref: "#" } },
  }),
};

const reference = (name: string): Json => ({ $ref: `#/components/schemas/${name}` });

/** Each template filled in with each argument, by `$dynamicRef` and written out. */
function documents(): { readonly filled: string; readonly written: string } {
  const filled: Record<string, Json> = { ...given };
  const written: Record<string, Json> = { ...given };
  for (const [template, body] of Object.entries(templates)) {
    filled[template] = {
      $id: template,
      ...body({ $dynamicRef: "#T" }),
      $defs: { T: { $dynamicAnchor: "T" } },
    };
    for (const name of Object.keys(given)) {
      filled[template + name] = {
        $id: template + name,
        $ref: template,
        $defs: { T: { $dynamicAnchor: "T", ...reference(name) } },
      };
      written[template + name] = { $id: template + name, ...body(reference(name)) };
    }
  }
  const textOf = (schemas: Json): string =>
    stringifyJson({
      openapi: "3.1.1",
      info: { title: "Test", version: "1" },
      paths: {},
      components: { schemas },
    });
  return { filled: textOf(filled), written: textOf(written) };
}

const uses = Object.keys(templates).flatMap((template) =>
  Object.keys(given).map((name) => template + name),
);

/** Texts that fit some argument in some template, and texts that nearly do. */
const id = fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n });
const number = fc.oneof({ arbitrary: id, weight: 5 }, fc.constantFrom(2n ** 63n, 1.5));
const item = fc.oneof(
  number,
  fc.string({ maxLength: 4 }),
  fc.constantFrom(null, true),
  fc.record(
    { id: number, tags: fc.array(fc.oneof(fc.string({ maxLength: 2 }), fc.constant(1n))) },
    { requiredKeys: [] },
  ),
);
// Lists of one kind are accepted more often.
const items = fc.oneof(
  fc.array(id, { maxLength: 3 }),
  fc.array(fc.string({ maxLength: 3 }), { maxLength: 3 }),
  fc.array(item, { maxLength: 4 }),
);
const { value } = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    items,
    fc.record({ items, first: item }, { requiredKeys: ["items"] }),
    fc.dictionary(fc.string({ maxLength: 2 }), item),
    fc.record({ value: item, rest: tie("value") }, { requiredKeys: ["value"] }),
  ),
}));

describe("schemas that fill in a template", async () => {
  const { filled, written } = documents();
  const [one, other] = [
    await bothValidators(new URL("filled/", root), filled),
    await bothValidators(new URL("written/", root), written),
  ];

  test.each(uses)("%s reads and writes as if it were written out", (name) => {
    let accepted = 0;
    fc.assert(
      fc.property(value, (each) => {
        const text = stringifyJson(each);
        const want = other.byCodec(name, text);
        const found = one.byCodec(name, text);
        expect(found.accepted).toBe(want.accepted);
        expect(one.byZod(name, text).accepted).toBe(want.accepted);
        if (!found.accepted || !want.accepted) return;
        accepted += 1;
        expect(findDifference(found.value, want.value)).toBeUndefined();
        expect(encoded(one, name, found.value)).toBe(encoded(other, name, want.value));
      }),
      { numRuns: 500, seed: 7 },
    );
    expect(accepted).toBeGreaterThan(0);
  });

  test("have the same types, by a type parameter", { timeout: 60_000 }, async () => {
    expect(one.types).toContain("export interface Page<T = unknown>");
    const equal = uses.map((name) => `export const is${name}: Same<a.${name}, b.${name}> = true;`);
    const check = [
      'import type * as a from "./filled.ts";',
      'import type * as b from "./written.ts";',
      "type Same<A, B> = [A, B] extends [B, A] ? true : false;",
      ...equal,
      "export const others: Same<a.PageId, a.PageText> = false;",
      "export const page: a.Page<a.Ticket> = { items: [{ id: 1n }] };",
    ];
    const files = {
      "filled.ts": one.types,
      "written.ts": other.types,
      "check.ts": check.join("\n"),
    };
    expect(await compile(new Map(Object.entries(files)))).toBe("");
  });
});

function encoded({ codecs }: BothValidators, name: string, decoded: unknown): string {
  return (codecs[`${name}Codec`] as ValidatingCodec<unknown>).encode(decoded);
}
