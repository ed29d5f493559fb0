// Codecs and zod schemas of the same document agree: they accept the same texts, decode them to the same
// values, and report the same place first. (Separate tests run both against all mandatory tests of the
// JSON-Schema-Test-Suite.)

import { rmSync } from "node:fs";
import { stringifyJson } from "@specwright/runtime";
import { afterAll, describe, expect, test } from "vitest";
import { seededRandom } from "../fuzz/generate/random.ts";
import { randomDocument } from "../fuzz/generate/random-schemas.ts";
import { parseExactly, schemaDocuments } from "../fuzz/reference/schema-documents.ts";
import { findDifference } from "../fuzz/same-value.ts";
import { generatedTargets } from "../fuzz/targets/generated-targets.ts";
import { type BothValidators, bothValidators, type SharedOptions } from "./both-validators.ts";
import { loops, loopTexts, others, samples, tables } from "./schema-table.ts";

const root = new URL(`../../.tmp/validators-${process.pid}/`, import.meta.url);
afterAll(() => rmSync(root, { recursive: true, force: true }));

function documentOf(schemas: Readonly<Record<string, unknown>>): string {
  const info = { title: "Test", version: "1" };
  return stringifyJson({ openapi: "3.1.0", info, paths: {}, components: { schemas } });
}

/** Returns how the verdicts on a text differ, or undefined if they agree. */
function disagreement(both: BothValidators, name: string, text: string): string | undefined {
  const codec = both.byCodec(name, text);
  const zod = both.byZod(name, text);
  if (codec.accepted && zod.accepted)
    return findDifference(codec.value, zod.value, { written: true });
  if (codec.accepted || zod.accepted) return `${codec.accepted ? "codec" : "zod"} accepts it`;
  const [first] = zod.issues;
  const isKnown = codec.issues.some(
    ({ pointer, code }) =>
      // zod nests the issues of a union's branches in one issue at the place of the union.
      pointer.startsWith(first?.pointer ?? "") && code === (first?.code ?? code),
  );
  return isKnown
    ? undefined
    : `zod ${JSON.stringify(first)}, codec ${JSON.stringify(codec.issues)}`;
}

let count = 0;

async function disagreements(
  schema: unknown,
  texts: readonly string[],
  options: SharedOptions,
): Promise<readonly string[]> {
  count += 1;
  const both = await bothValidators(
    new URL(`${count}/`, root),
    documentOf({ Sample: schema, ...others }),
    options,
  );
  return texts.flatMap((text) => {
    const found = disagreement(both, "Sample", text);
    return found === undefined ? [] : [`${stringifyJson(schema)} of ${text}: ${found}`];
  });
}

describe.each(tables)("$name", ({ schemas, texts, options = [{}] }) => {
  test.each(options)("with %j", async (option) => {
    const found: string[] = [];
    for (const schema of schemas) found.push(...(await disagreements(schema, texts, option)));
    expect(found).toEqual([]);
  });
});

test.each(loops)("components that contain themselves: %j", async (components) => {
  count += 1;
  const both = await bothValidators(new URL(`${count}/`, root), documentOf(components));
  const found = Object.keys(components).flatMap((name) =>
    loopTexts.map((input) => `${name} of ${input}: ${disagreement(both, name, input)}`),
  );
  expect(found.filter((each) => !each.endsWith(": undefined"))).toEqual([]);
});

test("a subtype keeps the base that lists its subtypes", async () => {
  const [components = {}] = loops;
  const both = await bothValidators(new URL("subtype/", root), documentOf(components));
  expect(both.byCodec("Cat", '{"kind":"Cat","a":1}').accepted).toBe(true);
  expect(both.byCodec("Cat", '{"a":1}').accepted).toBe(false);
});

test("the tag of a discriminator decides, whatever another branch accepts", async () => {
  const found = loops.find((components) => "Tagged" in components) ?? {};
  const both = await bothValidators(new URL("tags/", root), documentOf(found));
  const texts = {
    '{"kind":"Cat","a":1}': true,
    '{"kind":"Cat","a":"x"}': false,
    '{"kind":"Dog","a":"x"}': true,
    '{"kind":"Dog","a":1}': false,
    '{"a":"x"}': false,
    '{"kind":"Cow","a":"x"}': false,
  };
  for (const [text, accepted] of Object.entries(texts)) {
    expect(both.byCodec("Either", text).accepted).toBe(accepted);
    expect(both.byZod("Either", text).accepted).toBe(accepted);
  }
});

test.each<readonly [why: string, schema: unknown, text: string]>([
  ["numbers of zod refuse a bigint", { type: "number" }, "9007199254740993"],
  [
    "zod decodes by the first branch that matches",
    { anyOf: [{ properties: { a: samples.int64 } }, { properties: { b: samples.int64 } }] },
    '{"a":1,"b":2}',
  ],
])("the verdicts differ on purpose: %s", async (_, schema, text) => {
  expect(await disagreements(schema, [text], {})).toHaveLength(1);
});

/** Parts that zod's input cannot show: digits of large numbers, and names that zod drops. */
const lost = /__proto__|\\u|\d[eE]|\d{16}|-0|\d\.0/;

test.each([1, 2, 3, 4, 5, 6, 7, 8])("random schemas of seed %i", async (seed) => {
  const { document } = randomDocument(seededRandom(seed), 12);
  const text = stringifyJson(document);
  const both = await bothValidators(new URL(`random-${seed}/`, root), text);
  const documents = schemaDocuments({ "openapi.json": parseExactly(text) });
  const codecs = { types: both.types, compact: both.codecs, stream: {} };
  const random = seededRandom(seed);
  const found: string[] = [];
  let accepted = 0;
  for (const target of generatedTargets(codecs, documents, "openapi.json")) {
    for (let round = 0; round < 20; round += 1) {
      const input = target.instance(random);
      if (lost.test(input)) continue;
      if (both.byZod(target.name, input).accepted) accepted += 1;
      const how = disagreement(both, target.name, input);
      // The branches of an `anyOf` decode in turn by a codec.
      if (how !== undefined && !target.schema().includes("anyOf"))
        found.push(`${target.schema()} of ${input}: ${how}`);
    }
  }
  expect(found).toEqual([]);
  expect(accepted).toBeGreaterThan(20);
});
