// The places of a change: the changed keyword itself, where it is written.

import { compareContracts } from "@specwright/diff";
import { describe, expect, test } from "vitest";
import { contractOf } from "./contract-of.ts";

interface Row {
  readonly rule: string;
  readonly base: object;
  readonly revision: object;
  /** Pointers; for a keyword that one document lacks, the object around it. */
  readonly places: readonly [base: string, revision: string];
}

const responses = { 200: { description: "OK" } };
const openapi = (info: object, root: object = {}, operation: object = {}): object => ({
  openapi: "3.1.0",
  info: { title: "Shop", version: "1.0.0", ...info },
  paths: { "/a": { get: { responses, ...operation } } },
  ...root,
});
const components = (Thing: object) => openapi({}, { components: { schemas: { Thing } } });
const limit = (schema: object) =>
  openapi({}, {}, { parameters: [{ name: "limit", in: "query", schema }] });
const key = {
  components: { securitySchemes: { key: { type: "apiKey", in: "header", name: "K" } } },
};
const asyncapi = (channel: object): object => ({
  asyncapi: "3.0.0",
  info: { title: "Shop", version: "1.0.0" },
  channels: { orders: { address: "orders", ...channel } },
});

const operation = "/paths/~1a/get";
const thing = "/components/schemas/Thing";

const rows: readonly Row[] = [
  {
    rule: "description-changed",
    base: openapi({}),
    revision: openapi({ description: "Sells." }),
    places: ["/info", "/info/description"],
  },
  {
    rule: "summary-changed",
    base: openapi({}, {}, { summary: "Lists" }),
    revision: openapi({}, {}, { summary: "Lists all" }),
    places: [`${operation}/summary`, `${operation}/summary`],
  },
  {
    rule: "operation-deprecated",
    base: openapi({}),
    revision: openapi({}, {}, { deprecated: true }),
    places: [operation, `${operation}/deprecated`],
  },
  {
    rule: "security-added",
    base: openapi({}, key),
    revision: openapi({}, { ...key, security: [{ key: [] }] }),
    places: ["", "/security"],
  },
  {
    rule: "security-removed",
    base: openapi({}, { ...key, security: [{ key: [] }] }),
    revision: openapi({}, { ...key, security: [{ key: [] }] }, { security: [] }),
    places: ["/security", `${operation}/security`],
  },
  {
    rule: "default-changed",
    base: limit({ type: "integer", default: 10 }),
    revision: limit({ type: "integer", default: 20 }),
    places: [
      `${operation}/parameters/0/schema/default`,
      `${operation}/parameters/0/schema/default`,
    ],
  },
  {
    rule: "default-set",
    base: limit({ anyOf: [{ type: "integer" }, { type: "null" }] }),
    revision: limit({ anyOf: [{ type: "integer", default: 20 }, { type: "null" }] }),
    places: [
      `${operation}/parameters/0/schema/anyOf/0`,
      `${operation}/parameters/0/schema/anyOf/0/default`,
    ],
  },
  {
    rule: "schema-documentation-changed",
    base: components({ description: "A thing", type: "string" }),
    revision: components({ description: "The thing", type: "string" }),
    places: [`${thing}/description`, `${thing}/description`],
  },
  {
    rule: "schema-documentation-changed",
    base: components({ allOf: [{ description: "A thing", type: "string" }] }),
    revision: components({ description: "The thing", type: "string" }),
    places: [`${thing}/allOf/0/description`, `${thing}/description`],
  },
  {
    rule: "schema-documentation-changed",
    base: components({ properties: { a: { $ref: "#/components/schemas/Thing" } } }),
    revision: components({
      properties: { a: { $ref: "#/components/schemas/Thing", description: "Inside" } },
    }),
    places: [`${thing}/properties/a`, `${thing}/properties/a/description`],
  },
  {
    rule: "server-variable-default-changed",
    base: openapi({}, { servers: [{ url: "/{v}", variables: { v: { default: "1" } } }] }),
    revision: openapi({}, { servers: [{ url: "/{v}", variables: { v: { default: "2" } } }] }),
    places: ["/servers/0/variables/v/default", "/servers/0/variables/v/default"],
  },
  {
    rule: "description-changed",
    base: asyncapi({ description: "Orders" }),
    revision: asyncapi({ description: "All orders" }),
    places: ["/channels/orders/description", "/channels/orders/description"],
  },
  {
    rule: "extension-changed",
    base: asyncapi({ "x-team": "a" }),
    revision: asyncapi({ "x-team": "b" }),
    places: ["/channels/orders/x-team", "/channels/orders/x-team"],
  },
];

describe("places", () => {
  test.each(rows)("$rule at $places", async ({ rule, base, revision, places }) => {
    const changes = compareContracts(await contractOf(base), await contractOf(revision));
    const found = changes.filter(({ ruleId }) => ruleId === rule);
    expect(found.map((each) => [each.base?.pointer, each.revision?.pointer])).toEqual([places]);
  });
});
