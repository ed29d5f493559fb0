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

/** Texts of each format: those that a sample keeps, and those that a sample replaces. */
const examples: readonly (readonly [
  format: string,
  kept: readonly string[],
  replaced: readonly string[],
])[] = [
  [
    "date",
    ["2024-02-29", "2000-02-29", "0000-02-29", "2023-02-28", "2024-12-31"],
    ["2023-02-29", "1900-02-29", "2024-02-30", "2024-04-31"],
  ],
  [
    "date-time",
    [
      "2024-02-29T00:00:00Z",
      "2016-12-31T23:59:60Z",
      "2016-12-31T15:59:60.5-08:00",
      "2024-01-01T00:00:00.123456+14:30",
    ],
    ["2023-02-29T00:00:00Z", "2016-12-31T12:00:60Z", "2016-12-31T23:59:60-08:00", "2024-02-29"],
  ],
  ["time", ["23:59:60Z", "15:59:60-08:00"], ["12:00:60Z", "24:00:00Z"]],
  ["duration", ["P1DT2H", "P1Y2M3D"], ["P", "1D"]],
  ["email", ["ada.b.lovelace@mail.example.com"], ["ada"]],
  ["ipv4", ["203.0.113.255"], ["203.0.113.256"]],
  ["ipv6", ["::1", "fe80::1:2"], ["fe80"]],
  ["uri", ["https://example.com/a%20b#c", "urn:isbn:1"], ["example.com"]],
  ["uuid", ["01890a5d-ac96-774b-bcce-b302099a8057"], ["01890a5d"]],
  ["byte", ["aGVsbG8="], ["aGVsbG8"]],
  ["int64", ["9223372036854775807"], []],
  ["decimal", ["123456789012345678.123456789012"], []],
  ["url", ["anything"], []],
];

describe("an example with the format of its schema is the sample", () => {
  it.each(examples)("%s", async (format, kept, replaced) => {
    for (const example of [...kept, ...replaced]) {
      const { contract, schema } = await read({ type: "string", format, example });
      const sample = sampleValue(schema, contract);
      expect([example, sample === example]).toEqual([example, kept.includes(example)]);
      const constant = await read({ type: "string", format, const: example });
      const { kind } = makeSample(constant.schema, constant.contract);
      expect([example, kind === "made"]).toEqual([example, kept.includes(example)]);
    }
  });

  it.each([
    ["date-time", "2024-02-29T00:00:00.123Z", true],
    ["date-time", "2024-02-29T00:00:00.1234Z", false],
    ["date-time", "2016-12-31T23:59:60Z", false],
    ["decimal", "123456789.5", true],
    ["decimal", "1234567890123456789012.5", false],
  ] as const)("if it fits in its type: %s %s", async (format, example, fits) => {
    const { contract, schema } = await read({ type: "string", format, example });
    const valueTypes = { dates: "Date", decimals: "Decimal" } as const;
    expect(sampleValue(schema, contract, { valueTypes }) === example).toBe(fits);
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
