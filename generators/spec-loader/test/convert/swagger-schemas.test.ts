import { expect, test } from "vitest";
import { parse } from "yaml";
import { convertText, ruleCases } from "./convert-texts.ts";

const head = 'swagger: "2.0"\ninfo: { title: T, version: "1" }\npaths: {}\ndefinitions:\n';

/** Schemas of `definitions`, and of `components/schemas`; the first is on line 5. */
const cases = ruleCases([
  [
    "a reference follows its target",
    "  A: { $ref: '#/definitions/B' }\n  B: { type: object }",
    "  A: { $ref: '#/components/schemas/B' }\n  B: { type: object }",
  ],
  [
    "a reference below a definition, too",
    "  A: { $ref: '#/definitions/B/properties/c' }\n  B: { properties: { c: { type: string } } }",
    "  A: { $ref: '#/components/schemas/B/properties/c' }\n  B: { properties: { c: { type: string } } }",
  ],
  [
    "a description beside a reference stays, and what said nothing goes",
    "  A: { $ref: '#/definitions/B', description: D, x-a: 1, minLength: 2 }\n  B: { type: string }",
    "  A: { $ref: '#/components/schemas/B', description: D, x-a: 1 }\n  B: { type: string }",
    ["CONVERT_DROPPED 5"],
  ],
  [
    "x-nullable adds null",
    "  A: { type: string, x-nullable: true }",
    '  A: { type: [string, "null"] }',
  ],
  [
    "x-nullable adds no second null",
    '  A: { type: [string, "null"], x-nullable: true }',
    '  A: { type: [string, "null"] }',
  ],
  [
    "schemas in an extension are converted, and its data is not",
    "  A: { $ref: '#/definitions/B/x-c/D' }\n  B: { type: object, x-c: { D: { type: string, x-nullable: true }, E: { type: string, x-nullable: true } } }",
    `  A: { $ref: '#/components/schemas/B/x-c/D' }\n  B: { type: object, x-c: { D: { type: [string, "null"] }, E: { type: string, x-nullable: true } } }`,
  ],
  [
    "x-nullable adds null to an enum",
    "  A: { type: string, enum: [a], x-nullable: true }",
    '  A: { type: [string, "null"], enum: [a, null] }',
  ],
  [
    "x-nullable adds an alternative to parts that all refuse null",
    "  A: { description: D, allOf: [{ $ref: '#/definitions/B' }], x-nullable: true }\n  B: { type: object }",
    "  A: { description: D, anyOf: [{ allOf: [{ $ref: '#/components/schemas/B' }] }, { type: 'null' }] }\n  B: { type: object }",
  ],
  [
    "x-nullable: false says nothing",
    "  A: { type: string, x-nullable: false }",
    "  A: { type: string }",
  ],
  [
    "an exclusive limit is a number",
    "  A: { type: number, minimum: 0, exclusiveMinimum: true, maximum: 9, exclusiveMaximum: true }",
    "  A: { type: number, exclusiveMinimum: 0, exclusiveMaximum: 9 }",
  ],
  [
    "an inclusive limit stays",
    "  A: { type: number, minimum: 0, exclusiveMinimum: false }",
    "  A: { type: number, minimum: 0 }",
  ],
  [
    "an exclusive limit without a limit said nothing",
    "  A: { type: number, exclusiveMinimum: true }",
    "  A: { type: number }",
    ["CONVERT_DROPPED 5"],
  ],
  [
    "a discriminator is an object",
    "  A: { type: object, discriminator: k, required: [k], properties: { k: { type: string } } }",
    "  A: { type: object, discriminator: { propertyName: k }, required: [k], properties: { k: { type: string } } }",
  ],
  [
    "a discriminator maps the names that change",
    "  A[x]: { type: object, discriminator: k, required: [k], properties: { k: { type: string } } }\n  B: { allOf: [{ $ref: '#/definitions/A[x]' }] }",
    "  A_x: { type: object, discriminator: { propertyName: k, mapping: { 'A[x]': '#/components/schemas/A_x' } }, required: [k], properties: { k: { type: string } } }\n  B: { allOf: [{ $ref: '#/components/schemas/A_x' }] }",
    ["CONVERT_RENAMED 5"],
  ],
  [
    "names that become the same differ",
    "  a b: { type: string }\n  a_b: { type: integer }",
    "  a_b_2: { type: string }\n  a_b: { type: integer }",
    ["CONVERT_RENAMED 5"],
  ],
  [
    "an example is one of examples",
    "  A: { type: string, example: a }",
    "  A: { type: string, examples: [a] }",
  ],
  [
    "data is not a schema",
    "  A: { type: object, default: { $ref: '#/definitions/A', x-nullable: true } }",
    "  A: { type: object, default: { $ref: '#/definitions/A', x-nullable: true } }",
  ],
  [
    "a list of items is one of prefixItems",
    "  A: { type: array, items: [{ type: string }], additionalItems: { type: number } }",
    "  A: { type: array, prefixItems: [{ type: string }], items: { type: number } }",
  ],
  [
    "properties may have the names of keywords",
    "  A: { type: object, properties: { example: { type: string }, discriminator: { type: string } } }",
    "  A: { type: object, properties: { example: { type: string }, discriminator: { type: string } } }",
  ],
  [
    "readOnly, xml, externalDocs and extensions stay",
    "  A: { type: string, readOnly: true, xml: { name: a }, externalDocs: { url: 'https://a.example' }, x-a: { b: 1 } }",
    "  A: { type: string, readOnly: true, xml: { name: a }, externalDocs: { url: 'https://a.example' }, x-a: { b: 1 } }",
  ],
]);

test.each(cases)("$rule", async ({ given, want, said = [] }) => {
  const converted = await convertText(`${head}${given}\n`);
  expect(converted).toEqual({
    document: {
      openapi: "3.1.1",
      info: { title: "T", version: "1" },
      paths: {},
      components: { schemas: parse(want) },
    },
    said,
  });
});
