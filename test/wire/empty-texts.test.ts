// Empty texts in a query: null, nothing, or an empty string, depending on the schema.

import { describe, expect, test } from "vitest";
import { readRequests, writtenRequests } from "./call-rows.ts";
import { generateOperations } from "./generate-operations.ts";
import { serveRoundTrips } from "./round-trip.ts";

const whole = { type: "integer", format: "int32" };
const orNull = { type: ["integer", "null"], format: "int32" };
const list = { type: "array", items: orNull };

interface Row {
  readonly schema: object;
  readonly value: unknown;
  /** The sent query, and the value for the handler, if it differs. */
  readonly query: string;
  readonly read?: object;
  readonly more?: object;
}

const rows: readonly Row[] = [
  { schema: orNull, value: null, query: "n=" },
  { schema: orNull, value: 5, query: "n=5" },
  { schema: { anyOf: [{ type: "boolean" }, { type: "null" }] }, value: null, query: "n=" },
  { schema: { type: ["string", "null"], enum: ["a", null] }, value: null, query: "n=" },
  {
    schema: { anyOf: [{ type: "string", format: "uuid" }, { type: "null" }] },
    value: null,
    query: "n=",
  },
  { schema: list, value: [1, null, 2], query: "n=1&n=&n=2" },
  { schema: list, value: [1, null, 2], query: "n=1,,2", more: { explode: false } },
  // An empty string is valid here, so that null is not sent.
  { schema: { type: ["string", "null"] }, value: null, query: "", read: {} },
  { schema: { type: ["string", "null"] }, value: "", query: "n=" },
  { schema: { type: "string" }, value: "", query: "n=", more: { allowEmptyValue: true } },
];

const responses = { 204: { description: "Nothing." } };

function documentOf(all: readonly Pick<Row, "schema" | "more">[]): object {
  const paths = all.map(({ schema, more }, index) => {
    const parameters = [{ name: "n", in: "query", schema, ...more }];
    return [`/r${index}`, { get: { operationId: `r${index}`, parameters, responses } }];
  });
  return { openapi: "3.1.1", info: { title: "E", version: "1" }, paths: Object.fromEntries(paths) };
}

describe("30.11 empty texts of a query", () => {
  test("are sent and read as in the table", async () => {
    const operations = await generateOperations(documentOf(rows));
    const written = await writtenRequests(
      operations,
      rows.map(({ value }) => ({ query: { n: value } })),
    );
    const queries = written.map((request) => /^GET [^ ?]*\??([^ ]*) /.exec(request)?.[1]);
    expect(queries).toEqual(rows.map(({ query }) => query));
    const call = await serveRoundTrips(operations);
    for (const [index, { value, read = { n: value } }] of rows.entries()) {
      expect(await call(`r${index}`, { query: { n: value } })).toEqual({ query: read });
    }
  });

  test("mean nothing with allowEmptyValue", async () => {
    const flags = [
      { schema: { type: "boolean" }, more: { allowEmptyValue: true } },
      { schema: whole, more: { allowEmptyValue: true } },
      { schema: { type: "string", enum: ["a"] }, more: { allowEmptyValue: true } },
      { schema: whole },
      { schema: whole, more: { allowEmptyValue: true, required: true } },
    ];
    const operations = await generateOperations(documentOf(flags));
    const head = "HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n";
    const requests = flags.map((_, index) => `GET /r${index}?n${index % 2 ? "=" : ""} ${head}`);
    const read = await readRequests(operations, requests);
    expect(read.slice(0, 3)).toEqual([{ query: {} }, { query: {} }, { query: {} }]);
    for (const answer of read.slice(3)) expect(answer).toContain(" 400 ");
  });
});
