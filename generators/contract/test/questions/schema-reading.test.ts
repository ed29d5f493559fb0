import { integerKind, isFile, parameterType } from "@specwright/contract";
import { describe, expect, it } from "vitest";
import { contractOfParts } from "../contract-of.ts";

describe("integerKind", () => {
  it.each([
    ["{ type: integer }", "number"],
    ["{ type: integer, format: int32 }", "number"],
    ["{ type: integer, format: int64 }", "bigint"],
    ["{ type: [integer, 'null'], format: uint64 }", "bigint"],
    ["{ type: integer, format: int64, minimum: 0 }", "bigint"],
    ["{ type: integer, format: int64, minimum: 0, maximum: 100 }", "number"],
    ["{ type: integer, format: uint64, maximum: 100 }", "number"],
    ["{ type: integer, format: int64, exclusiveMinimum: 0, exclusiveMaximum: 100 }", "number"],
    ["{ type: integer, format: int64, minimum: 0, maximum: 9223372036854775807 }", "bigint"],
    ["{ type: integer, maximum: 9223372036854775807 }", "bigint"],
    ["{ type: number, format: double }", "number"],
    ["{ type: string, format: int64 }", "number"],
  ])("%s", async (schema, want) => {
    const contract = await contractOfParts(`components: { schemas: { A: ${schema} } }`);
    const given = contract.declarations[0]?.schema;
    expect(given?.kind === "schema" && integerKind(given)).toBe(want);
  });
});

describe("isFile", () => {
  it.each([
    ["{ type: string, format: binary }", true],
    ["{ type: string, contentMediaType: image/png }", true],
    ["{ contentMediaType: application/octet-stream }", true],
    ["{ contentMediaType: '*/*' }", true],
    ["{ type: string, contentMediaType: image/png, contentEncoding: base64 }", false],
    ["{ type: string, contentMediaType: text/csv }", false],
    ["{ type: string, contentMediaType: application/json }", false],
    ["{ type: array, items: { type: string, format: binary } }", false],
    ["{ type: string }", false],
    ["{}", false],
  ])("%s", async (schema, want) => {
    const contract = await contractOfParts(`components: { schemas: { A: ${schema} } }`);
    const given = contract.declarations[0]?.schema;
    expect(given !== undefined && isFile(given)).toBe(want);
  });
});

describe("parameterType", () => {
  it.each([
    ["schema: {}", "string", false],
    ["schema: { type: string }", "string", false],
    ["schema: { type: integer }", "integer", false],
    ["schema: { type: integer, format: int64 }", "bigint", false],
    ["schema: { type: [integer, 'null'] }", "integer", false],
    ["schema: { type: number }", "number", false],
    ["schema: { type: boolean }", "boolean", false],
    ["schema: { enum: [1, 2] }", "integer", false],
    ["schema: { type: array, items: { type: integer } }", "integer", true],
    ["schema: { type: array }", "string", true],
    ["schema: { anyOf: [{ type: integer }, { type: string }] }", "string", false],
    ["schema: { anyOf: [{ type: integer }, { enum: [now] }] }", "mixed", false],
    ["schema: { anyOf: [{ type: integer }, { enum: ['1'] }] }", "string", false],
    ["schema: { anyOf: [{ type: integer }, { type: string, format: uuid }] }", "mixed", false],
    ["schema: { anyOf: [{ type: integer }, { type: string, format: hostname }] }", "string", false],
    [
      "schema: { anyOf: [{ type: integer, format: int64 }, { type: string, format: uuid }] }",
      "mixedBigint",
      false,
    ],
    ["schema: { anyOf: [{ type: integer }, { type: boolean }] }", "json", false],
    ["schema: { anyOf: [{ type: integer }, { type: number }] }", "number", false],
    ["schema: { allOf: [{ $ref: '#/components/schemas/Ids' }] }", "bigint", true],
    ["schema: { $ref: '#/components/schemas/Ids' }", "bigint", true],
    ["schema: { type: object }", "json", false],
    ["content: { application/json: { schema: { type: integer } } }", "json", false],
  ])("%s", async (schema, type, array) => {
    const contract = await contractOfParts(`
paths:
  /a: { get: { parameters: [{ name: a, in: query, ${schema} }], responses: { 204: { description: x } } } }
components: { schemas: { Ids: { type: array, items: { type: integer, format: int64 } } } }
`);
    const parameter = contract.operations[0]?.parameters[0];
    expect(parameter && parameterType(parameter)).toEqual({ type, array });
  });
});
