// Each edit leads to one change whose message names the place.

import { compareContracts } from "@specwright/diff";
import { describe, expect, test } from "vitest";
import { contractOf } from "../contract-of.ts";

interface Parts {
  readonly get?: object;
  readonly components?: object;
}

function documentOf({ get = {}, components = {} }: Parts): object {
  const responses = { 200: { description: "The answer" } };
  return {
    openapi: "3.1.0",
    info: { title: "Test", version: "1.0.0" },
    paths: { "/a": { get: { responses, ...get } } },
    components,
  };
}

async function messagesOf(base: Parts, revision: Parts): Promise<readonly string[]> {
  const contracts = [documentOf(base), documentOf(revision)].map((each) => contractOf(each));
  const [before, after] = await Promise.all(contracts);
  if (before === undefined || after === undefined) return [];
  return compareContracts(before, after).map(({ message }) => message);
}

const answer = (schema: object): Parts => ({
  get: { responses: { 200: { description: "The answer", content: jsonOf(schema) } } },
});
const jsonOf = (schema: object) => ({ "application/json": { schema } });
const parameter = (more: object = {}) => ({ name: "limit", in: "query", ...more });
const kind = (value: string) => ({
  type: "object",
  required: ["kind"],
  properties: { kind: { const: value } },
});
const union = (...names: readonly string[]) => ({
  oneOf: names.map((name) => ({ $ref: `#/components/schemas/${name}` })),
  discriminator: { propertyName: "kind" },
});
const named = (...names: readonly string[]): Parts => ({
  ...answer(union(...names)),
  components: { schemas: Object.fromEntries(names.map((name) => [name, kind(name)])) },
});
const shared = (responses: object): Parts => ({
  get: { responses: { 200: { $ref: "#/components/responses/Answer" } } },
  components: { responses: { Answer: { description: "The answer", ...responses } } },
});

const rows: readonly (readonly [name: string, base: Parts, revision: Parts, want: string[]])[] = [
  [
    "a response",
    { get: { responses: { 200: { description: "a" }, 201: { description: "b" } } } },
    { get: { responses: { 200: { description: "a" } } } },
    ["GET /a: The response 201 was removed."],
  ],
  [
    "a parameter",
    { get: { parameters: [parameter()] } },
    {},
    ["GET /a: The query parameter `limit` was removed."],
  ],
  [
    "a string that became an object",
    answer({ type: ["string", "null"], maxLength: 3 }),
    answer({ type: "object", properties: { a: {} }, additionalProperties: false }),
    [
      "The type of the response 200 of GET /a changed from `string` or `null` to `object` with `a`.",
    ],
  ],
  [
    "members of an enum",
    answer({ enum: ["a", "b", "c"] }),
    answer({ enum: ["c", "d", "e"] }),
    [
      '`"a"` and `"b"` are no longer values of the response 200 of GET /a.',
      '`"d"` and `"e"` were added to the values of the response 200 of GET /a.',
    ],
  ],
  [
    "members of an extensible enum",
    answer({ type: "string", "x-extensible-enum": ["a", "b"] }),
    answer({ type: "string", "x-extensible-enum": ["b", "c", "d"] }),
    [
      '`"a"` is no longer an extensible value of the response 200 of GET /a.',
      '`"c"` and `"d"` were added to the extensible values of the response 200 of GET /a.',
    ],
  ],
  [
    "a member of a union with a discriminator",
    named("Cat", "Dog"),
    named("Cat", "Dog", "Eel"),
    [
      '`Eel` (`kind` `"Eel"`) was added to the schemas of the response 200 of GET /a.',
      "The schema `Eel` was added.",
    ],
  ],
  [
    "the body of a shared response",
    shared({ content: jsonOf({ type: "string" }) }),
    shared({ content: jsonOf({ type: "integer" }) }),
    ["The type of `application/json` of the response `Answer` changed from `string` to `integer`."],
  ],
];

describe("31.12 one line with the place", () => {
  test.each(rows)("%s", async (_name, base, revision, want) => {
    expect((await messagesOf(base, revision)).toSorted()).toEqual(want.toSorted());
  });
});
