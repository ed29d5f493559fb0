// The bytes of parameters: a generated client writes the rows of the table, and a generated server reads
// them back.

import { describe, expect, test } from "vitest";
import { readRequests, writtenRequests } from "./call-rows.ts";
import { generateOperations } from "./generate-operations.ts";
import { type ParameterRow, parameterRows } from "./parameter-rows.ts";

const parts = { path: "path", query: "query", header: "headers", cookie: "cookies" } as const;

function nameOf({ name = "color" }: ParameterRow): string {
  return name;
}

/** Returns a document with an operation for each row. */
function documentOf(version: string, rows: readonly ParameterRow[]): object {
  const paths = rows.map((row, index) => {
    const { in: location, style, explode, schema, allowReserved } = row;
    const name = nameOf(row);
    const parameter = { name, in: location, style, explode, allowReserved, schema, required: true };
    const path = location === "path" ? `/r${index}/{${name}}` : `/r${index}`;
    const responses = { 204: { description: "Nothing." } };
    return [path, { get: { operationId: `r${index}`, parameters: [parameter], responses } }];
  });
  return { openapi: version, info: { title: "W", version: "1" }, paths: Object.fromEntries(paths) };
}

function partsOf(row: ParameterRow): object {
  return { [parts[row.in]]: { [nameOf(row)]: row.value } };
}

/** Returns the parts of a request that a server reads. */
function readOf(row: ParameterRow): object {
  return partsOf("read" in row ? { ...row, value: row.read } : row);
}

/** Returns the part of a request that its row is about. */
function textIn(request: string, row: ParameterRow): string {
  const [line = "", ...headers] = request.split("\r\n");
  const [, target = request] = line.split(" ");
  if (row.in === "path") return target.slice(target.lastIndexOf("/") + 1);
  if (row.in === "query") return target.slice(target.indexOf("?") + 1);
  const wanted = row.in === "cookie" ? "cookie" : nameOf(row).toLowerCase();
  const found = headers.find((each) => each.toLowerCase().startsWith(`${wanted}: `));
  return found?.slice(wanted.length + 2) ?? request;
}

/** Returns the expected request of a row, as bytes. */
function requestOf(row: ParameterRow, index: number): string {
  const { in: location, want } = row;
  const end = location === "path" ? `/${want}` : location === "query" ? `?${want}` : "";
  const header = location === "cookie" ? "Cookie" : location === "header" ? nameOf(row) : undefined;
  const lines = header === undefined ? [] : [`${header}: ${want}`];
  const head = [`GET /r${index}${end} HTTP/1.1`, "Host: test", "Connection: close", ...lines];
  return `${head.join("\r\n")}\r\n\r\n`;
}

function titleOf({ in: location, style = "", explode, value, want }: ParameterRow): string {
  const shown = JSON.stringify(value, (_, each) => (typeof each === "bigint" ? `${each}n` : each));
  return `${location} ${style} ${explode ?? ""} ${shown} as ${want}`;
}

const byVersion = [...Map.groupBy(parameterRows, ({ version = "3.1.1" }) => version)];

describe.each(byVersion)("parameters of OpenAPI %s", (version, rows) => {
  test("are written as in the table", async () => {
    const operations = await generateOperations(documentOf(version, rows));
    const written = await writtenRequests(operations, rows.map(partsOf));
    expect(rows.map((row, at) => [titleOf(row), textIn(written[at] ?? "", row)])).toEqual(
      rows.map((row) => [titleOf(row), row.want]),
    );
  });

  test("are read back", async () => {
    const operations = await generateOperations(documentOf(version, rows));
    const read = await readRequests(operations, rows.map(requestOf));
    expect(rows.map((row, at) => [titleOf(row), read[at]])).toEqual(
      rows.map((row) => [titleOf(row), readOf(row)]),
    );
  });
});
