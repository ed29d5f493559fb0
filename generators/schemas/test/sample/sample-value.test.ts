// Samples are valid according to their schemas.

import { existsSync } from "node:fs";
import { isValid, makeSample, sampleValue } from "@specwright/schemas";
import { describe, expect, it } from "vitest";
import { readContract } from "./read-contract.ts";

const root = new URL("../../../..", import.meta.url).pathname;
const corpus = `${root}../shared/corpus/`;
const documents: readonly (readonly [path: string, mostWithout: number])[] = [
  [`${root}specs/marketplace/openapi.yaml`, 0],
  [`${root}specs/publisher/openapi.yaml`, 0],
  [`${root}specs/streams/asyncapi.yaml`, 0],
  [`${corpus}openapi/discord.json`, 0],
  [`${corpus}openapi/box-full.json`, 0],
];

describe("a sample of every named schema is valid", () => {
  it.each(documents.filter(([path]) => existsSync(path)))("in %s", async (path, mostWithout) => {
    const contract = await readContract(path);
    const wrong: string[] = [];
    const without: string[] = [];
    for (const { name, schema } of contract.declarations) {
      for (const options of [{}, { seed: 2, maxValues: 40 }]) {
        const value = sampleValue(schema, contract, options);
        if (value === undefined) without.push(name);
        else if (isValid(schema, value) === false) wrong.push(name);
        if ("seed" in options) expect(sampleValue(schema, contract, options)).toEqual(value);
      }
    }
    expect(wrong).toEqual([]);
    expect(without.length, without.join(", ")).toBeLessThanOrEqual(mostWithout);
  });
});

/** Schemas, with their samples without a seed, and with the seed 3. */
const samples: readonly (readonly [schema: object, plain: unknown, seeded: unknown])[] = [
  [{ type: "string" }, "string", "larch"],
  [{ type: "string", minLength: 9, maxLength: 9 }, "stringstr", "larchlarc"],
  [{ type: "string", pattern: "^[a-c]{2}-[0-9]$" }, "aa-0", "aa-0"],
  [{ type: "string", format: "date-time" }, "2026-01-31T12:00:00Z", "2026-09-01T13:38:00Z"],
  [
    { type: "string", format: "uuid" },
    "7c9e6679-7425-40de-944b-e07fc1f90ae7",
    "892cfbb1-6f5a-44b8-af75-8d493471ecf0",
  ],
  [{ type: "string", format: "email", example: "not one" }, "ada@example.com", "larch@example.com"],
  [{ type: "string", examples: ["written"] }, "written", "written"],
  [{ type: "integer", format: "int64", minimum: 2 ** 53 }, 9007199254740992n, 9007199254740992n],
  [{ type: "integer", format: "int32", example: 3_000_000_000 }, 1, 41],
  [{ type: "number", exclusiveMinimum: 0, exclusiveMaximum: 0.5 }, 0.25, 0.25],
  [{ type: "number", multipleOf: 0.01, minimum: 0.005 }, 1, 41],
  [{ type: "integer", multipleOf: 7, maximum: 10 }, 7, 7],
  [{ type: "boolean" }, true, true],
  [{ enum: ["open", "paid", "sent"] }, "open", "open"],
  [{ const: 7 }, 7, 7],
  [{ type: ["string", "null"] }, "string", "larch"],
  [
    { type: "array", items: { type: "string" }, minItems: 3, uniqueItems: true },
    ["string", "strin1", "strin2"],
    ["grove", "embe1", "embe2"],
  ],
  [
    { type: "array", prefixItems: [{ const: "a" }, { type: "integer" }], items: false },
    ["a", 1],
    ["a", 26],
  ],
  [{ type: "object", additionalProperties: { type: "boolean" } }, { name: true }, { name: false }],
  [{ $ref: "#/components/schemas/Leaf" }, {}, {}],
  [{ oneOf: [{ const: "one" }, { type: "integer" }] }, "one", "one"],
  [
    { allOf: [{ required: ["a"] }, { properties: { a: { const: 1 }, b: { type: "string" } } }] },
    { a: 1, b: "string" },
    { a: 1, b: "heron" },
  ],
  [{ type: "string", not: { const: "string" } }, "a", "larch"],
  [
    { type: "object", required: ["a"], properties: { a: {} }, not: { required: ["b"] } },
    { a: "string" },
    { a: "ember" },
  ],
  [
    { type: "object", minProperties: 2 },
    { a: null, b: null },
    { a: null, b: null },
  ],
];

async function read(schema: object) {
  const text = JSON.stringify({
    openapi: "3.1.0",
    info: { title: "Samples", version: "1" },
    paths: {},
    components: {
      schemas: {
        It: schema,
        Leaf: { type: "object", properties: { leaf: { $ref: "#/components/schemas/Leaf" } } },
      },
    },
  });
  const contract = await readContract({ file: "samples.json", text });
  const declaration = contract.declarations.find(({ name }) => name === "It");
  if (declaration === undefined) throw new Error("no schema");
  return { contract, schema: declaration.schema };
}

describe("a schema has its samples", () => {
  it.each(samples)("%j", async (written, plain, seeded) => {
    const { contract, schema } = await read(written);
    expect(sampleValue(schema, contract)).toEqual(plain);
    expect(sampleValue(schema, contract, { seed: 3 })).toEqual(seeded);
  });
});

const without: readonly (readonly [schema: object, kind: string])[] = [
  [{ type: "integer", minimum: 5, maximum: 4 }, "impossible"],
  [{ type: "object", required: ["a"], properties: { a: false } }, "impossible"],
  [{ allOf: [{ type: "string" }, { type: "integer" }] }, "impossible"],
  [{ type: "string", format: "uuid", maxLength: 3 }, "unknown"],
];

describe("a schema without a sample gives the reason", () => {
  it.each(without)("%j: %s", async (written, kind) => {
    const { contract, schema } = await read(written);
    expect(makeSample(schema, contract)).toEqual({ kind });
    expect(makeSample(schema, contract, { seed: 9 })).toEqual({ kind });
  });
});
