// Samples of unions whose branch is selected only by a discriminator, as in generated validators.

import { sampleAnswer, sampleValue } from "@specwright/schemas";
import { describe, expect, it } from "vitest";
import { readContract } from "./read-contract.ts";

const text = { type: "string" };
const branches = ["Private", "Public"].map((name) => ({ $ref: `#/components/schemas/${name}` }));
const users = {
  Private: { type: "object", required: ["login"], properties: { login: text, view: text } },
  Public: { type: "object", required: ["login"], properties: { login: text, view: text } },
  Level: {
    type: "object",
    required: ["at"],
    properties: { at: { type: "integer" }, on: { type: "boolean" } },
  },
  Narrow: { type: "object", properties: { view: { enum: ["b", "c"] } } },
  Closed: { type: "object", additionalProperties: false, properties: { login: text } },
  Kept: {
    type: "object",
    required: ["user"],
    properties: { user: { $ref: "#/components/schemas/It" } },
  },
};
const to = (name: string): string => `#/components/schemas/${name}`;
const ref = (name: string): object => ({ $ref: to(name) });

/** Unions, with their samples without a seed. */
const unions: readonly (readonly [why: string, union: object, want: unknown])[] = [
  [
    "the tag of the mapping",
    {
      oneOf: branches,
      discriminator: {
        propertyName: "view",
        mapping: { secret: to("Private"), open: to("Public") },
      },
    },
    { view: "secret", login: "string" },
  ],
  [
    "the name of the schema",
    { anyOf: branches, discriminator: { propertyName: "view" } },
    { view: "Private", login: "string" },
  ],
  [
    "an example only with the tag",
    {
      oneOf: branches,
      discriminator: { propertyName: "view" },
      examples: [
        { login: "ada" },
        { login: "bob", view: "Other" },
        { login: "cy", view: "Public" },
      ],
    },
    { login: "cy", view: "Public" },
  ],
  [
    "a tag of the property's type",
    {
      oneOf: [ref("Level"), ref("Public")],
      discriminator: { propertyName: "on", mapping: { true: to("Level"), no: to("Public") } },
    },
    { on: true, at: 1 },
  ],
  [
    "a tag that the branch allows",
    {
      oneOf: [ref("Narrow"), ref("Public")],
      discriminator: {
        propertyName: "view",
        mapping: { a: to("Narrow"), b: to("Narrow"), Public: to("Public") },
      },
    },
    { view: "b" },
  ],
  [
    "another branch if one has no place for its tag",
    { oneOf: [ref("Closed"), ref("Public")], discriminator: { propertyName: "view" } },
    { view: "Public", login: "string" },
  ],
  [
    "no tag where absent ones are allowed",
    {
      anyOf: branches,
      discriminator: { propertyName: "view", defaultMapping: to("Public") },
    },
    { login: "string", view: "string" },
  ],
];

async function read(union: object) {
  const body = { schema: ref("It"), examples: { bare: { value: { login: "ada" } } } };
  const document = {
    openapi: "3.1.0",
    info: { title: "Users", version: "1" },
    paths: {
      "/user": {
        get: { responses: { 200: { description: ".", content: { "application/json": body } } } },
      },
    },
    components: { schemas: { It: union, ...users } },
  };
  return readContract({ file: "users.json", text: JSON.stringify(document) });
}

describe("a union with a discriminator has as its sample", () => {
  it.each(unions)("%s", async (_why, union, want) => {
    const contract = await read(union);
    const schemaOf = (wanted: string) => {
      const found = contract.declarations.find(({ name }) => name === wanted);
      if (found === undefined) throw new Error(`no ${wanted}`);
      return found.schema;
    };
    expect(sampleValue(schemaOf("It"), contract)).toEqual(want);
    expect(sampleValue(schemaOf("Kept"), contract)).toEqual({ user: want });
  });
});

it("does not return an example without the tag", async () => {
  const [, union] = unions[1] ?? [];
  const contract = await read(union ?? {});
  const [operation] = contract.operations;
  const { answer } = operation === undefined ? {} : sampleAnswer(operation, contract);
  expect(answer?.body).toEqual({ view: "Private", login: "string" });
});
