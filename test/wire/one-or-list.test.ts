// Values that may be one value or a list: a generated server reads what its generated client sends, and
// what plain clients send.

import { describe, expect, test } from "vitest";
import { readRequests } from "./call-rows.ts";
import { generateOperations } from "./generate-operations.ts";
import { serveRoundTrips } from "./round-trip.ts";

const text = { type: "string" };
const whole = { type: "integer", format: "int32" };
const list = (items: object): object => ({ type: "array", items });
const either = { anyOf: [text, list(text)] };
const allOrIds = { oneOf: [{ type: "string", enum: ["all"] }, list(whole)] };

interface Row {
  readonly schema: object;
  readonly value: unknown;
  /** The value for the handler, if it differs from the sent one. */
  readonly read?: unknown;
}

const rows: readonly Row[] = [
  { schema: either, value: "a" },
  { schema: either, value: ["a", "b"] },
  // A list of one is written as one value; where both are valid, that is what arrives.
  { schema: either, value: ["a"], read: "a" },
  { schema: { type: ["string", "array"], items: text }, value: "a b" },
  { schema: { anyOf: [whole, list(whole)] }, value: 5 },
  { schema: { anyOf: [whole, list(whole)] }, value: [5, 6] },
  { schema: { anyOf: [whole, list(text)] }, value: ["x"] },
  { schema: { anyOf: [{ type: "null" }, list(text)] }, value: ["x"] },
  { schema: allOrIds, value: "all" },
  { schema: allOrIds, value: [7] },
  { schema: allOrIds, value: [7, 8] },
  { schema: { anyOf: [{ type: "string", minLength: 3 }, list(text)] }, value: ["ab"] },
  { schema: { anyOf: [{ type: "boolean" }, list(whole)] }, value: true },
];

const ways = [
  { in: "query" },
  { in: "query", explode: false },
  { in: "query", style: "spaceDelimited", explode: false },
  { in: "query", style: "pipeDelimited", explode: false },
  { in: "query", style: "deepObject" },
  { in: "path" },
  { in: "path", style: "label", explode: true },
  { in: "path", style: "matrix", explode: true },
  { in: "header" },
  { in: "cookie" },
] as const;

const parts = { query: "query", path: "path", header: "headers", cookie: "cookies" } as const;

describe("30.4 one value or a list", () => {
  test.each(ways)("arrives as it was sent, %o", async (way) => {
    const paths = rows.map(({ schema }, index) => {
      const path = way.in === "path" ? `/r${index}/{p}` : `/r${index}`;
      const parameter = { name: "p", required: way.in === "path", ...way, schema };
      const get = { operationId: `r${index}`, parameters: [parameter], responses };
      return [path, { get }];
    });
    const call = await serveRoundTrips(await generateOperations(documentOf(paths)));
    for (const [index, { value, read = value, schema }] of rows.entries()) {
      const isDelimited = way.in === "query" && "style" in way && way.style.endsWith("Delimited");
      const part = parts[way.in];
      const received = await call(`r${index}`, { [part]: { p: value } });
      if (value === "a b" && isDelimited && way.style === "spaceDelimited") {
        expect(String(received)).toContain("an item contains the separator");
        continue;
      }
      // Nested values have an index, so that a list of one stays a list.
      const wanted = "style" in way && way.style === "deepObject" ? value : read;
      expect(received, JSON.stringify(schema)).toEqual({ [part]: { p: wanted } });
    }
  });

  test.each(["application/x-www-form-urlencoded", "multipart/form-data"])("in %s", async (type) => {
    const paths = rows.map(({ schema }, index) => {
      const content = { [type]: { schema: { type: "object", properties: { p: schema } } } };
      const post = { operationId: `r${index}`, requestBody: { content }, responses };
      return [`/r${index}`, { post }];
    });
    const call = await serveRoundTrips(await generateOperations(documentOf(paths)));
    for (const [index, { value, read = value, schema }] of rows.entries()) {
      const received = await call(`r${index}`, { body: { p: value } });
      expect(received, JSON.stringify(schema)).toEqual({ body: { p: read } });
    }
  });

  test("is one file or several", async () => {
    const file = { type: "string", format: "binary" };
    const schema = { type: "object", properties: { f: { anyOf: [file, list(file)] } } };
    const content = { "multipart/form-data": { schema } };
    const post = { operationId: "r0", requestBody: { content }, responses };
    const call = await serveRoundTrips(await generateOperations(documentOf([["/r0", { post }]])));
    const one = new File(["1"], "1");
    expect(await call("r0", { body: { f: one } })).toEqual({ body: { f: expect.any(File) } });
    const many = [expect.any(File), expect.any(File)];
    expect(await call("r0", { body: { f: [one, one] } })).toEqual({ body: { f: many } });
  });

  test("is refused if it is neither", async () => {
    const parameter = { name: "p", in: "query", schema: allOrIds };
    const get = { operationId: "r0", parameters: [parameter], responses };
    const operations = await generateOperations(documentOf([["/r0", { get }]]));
    const head = "HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n";
    const [one, two] = await readRequests(operations, [
      `GET /r0?p=none ${head}`,
      `GET /r0?p=1&p=x ${head}`,
    ]);
    expect(one).toContain(" 400 ");
    expect(two).toContain(" 400 ");
  });
});

const responses = { 204: { description: "Nothing." } };

function documentOf(paths: readonly unknown[]): object {
  const info = { title: "L", version: "1" };
  return { openapi: "3.1.1", info, paths: Object.fromEntries(paths as never) };
}
