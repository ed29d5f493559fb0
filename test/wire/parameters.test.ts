// The bytes of parameters: a generated client writes those of the table, and a generated server reads
// them back.

import { connect } from "node:net";
import { restTransport } from "@specwright/rest-client";
import { createRestServer } from "@specwright/rest-server";
import type { OperationDescriptor } from "@specwright/runtime/codegen";
import { describe, expect, onTestFinished, test } from "vitest";
import { generateOperations } from "./generate-operations.ts";
import { type ParameterRow, parameterRows } from "./parameter-rows.ts";
import { recordRequests } from "./record-requests.ts";

const parts = { path: "path", query: "query", header: "headers", cookie: "cookies" } as const;

function nameOf({ name = "color" }: ParameterRow): string {
  return name;
}

/** Returns a document with an operation for each row. */
function documentOf(version: string, rows: readonly ParameterRow[]): object {
  const paths = rows.map((row, index) => {
    const { in: location, style, explode, schema } = row;
    const name = nameOf(row);
    const parameter = { name, in: location, style, explode, schema, required: true };
    const path = location === "path" ? `/r${index}/{${name}}` : `/r${index}`;
    const responses = { 204: { description: "Nothing." } };
    return [path, { get: { operationId: `r${index}`, parameters: [parameter], responses } }];
  });
  return { openapi: version, info: { title: "W", version: "1" }, paths: Object.fromEntries(paths) };
}

/** Returns the raw text of a request that the table is about. */
function textIn(request: string, { in: location, name = "color" }: ParameterRow): string {
  const [head = ""] = request.split("\r\n\r\n");
  const [line = "", ...headers] = head.split("\r\n");
  const [, target = ""] = line.split(" ");
  if (location === "path") return target.slice(target.lastIndexOf("/") + 1);
  if (location === "query") return target.slice(target.indexOf("?") + 1);
  const wanted = location === "cookie" ? "cookie" : name.toLowerCase();
  const found = headers.find((each) => each.toLowerCase().startsWith(`${wanted}: `));
  return found?.slice(wanted.length + 2) ?? "";
}

/** Returns the request that the table wants, as bytes. */
function requestOf(row: ParameterRow, index: number): string {
  const { in: location, want } = row;
  const end = location === "path" ? `/${want}` : location === "query" ? `?${want}` : "";
  const header = location === "cookie" ? "Cookie" : location === "header" ? nameOf(row) : undefined;
  const lines = header === undefined ? [] : [`${header}: ${want}`];
  const head = [`GET /r${index}${end} HTTP/1.1`, "Host: test", "Connection: close", ...lines];
  return `${head.join("\r\n")}\r\n\r\n`;
}

/** Starts a server of the operations; returns what a handler gets for a raw request, or the answer. */
async function serve(
  operations: ReadonlyMap<string, OperationDescriptor>,
): Promise<(request: string) => Promise<unknown>> {
  let received: unknown;
  const handlers = Object.fromEntries(
    [...operations.keys()].map((id) => [
      id,
      (request: object) => {
        received = request;
        return { status: 204 };
      },
    ]),
  );
  const app = createRestServer({ operations: [...operations.values()], handlers });
  onTestFinished(() => app.close());
  await app.listen({ host: "127.0.0.1", port: 0 });
  const address = app.server.address();
  if (typeof address !== "object" || address === null) throw new Error("no address");
  return async (request) => {
    received = undefined;
    const socket = connect(address.port, "127.0.0.1");
    socket.write(request, "latin1");
    let answer = "";
    for await (const chunk of socket) answer += String(chunk);
    return received ?? answer;
  };
}

const byVersion = [...Map.groupBy(parameterRows, ({ version = "3.1.1" }) => version)];

describe.each(byVersion)("parameters of OpenAPI %s", (version, rows) => {
  test("are written as the table says", async () => {
    const operations = await generateOperations(documentOf(version, rows));
    const recorder = await recordRequests();
    const transport = restTransport({ baseUrl: recorder.url });
    const written: string[] = [];
    for (const [index, row] of rows.entries()) {
      const operation = operations.get(`r${index}`);
      if (operation === undefined) throw new Error(`no operation r${index}`);
      const request = { [parts[row.in]]: { [nameOf(row)]: row.value } };
      const failed = await transport.call(operation, request).then(
        () => undefined,
        (error: unknown) => `${error}`,
      );
      written.push(`${titleOf(row)}: ${failed ?? textIn(recorder.last(), row)}`);
    }
    expect(written).toEqual(rows.map((row) => `${titleOf(row)}: ${row.want}`));
  });

  test("are read back", async () => {
    const operations = await generateOperations(documentOf(version, rows));
    const receive = await serve(operations);
    const read: unknown[] = [];
    for (const [index, row] of rows.entries()) {
      read.push([titleOf(row), await receive(requestOf(row, index))]);
    }
    expect(read).toEqual(
      rows.map((row) => [titleOf(row), { [parts[row.in]]: { [nameOf(row)]: row.value } }]),
    );
  });
});

function titleOf({ in: location, style = "", explode, value, want }: ParameterRow): string {
  const shown = JSON.stringify(value, (_, each) => (typeof each === "bigint" ? `${each}n` : each));
  return `${location} ${style} ${explode ?? ""} ${shown} as ${want}`;
}
