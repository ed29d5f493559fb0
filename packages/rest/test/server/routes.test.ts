// Which operation a method and a path name, and the answer to unsupported methods.

import type { OperationDescriptor } from "@specwright/runtime/codegen";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { exchangeRaw, listenOnFreePort, sendBytes } from "./raw-exchange.ts";
import { answersParserErrors, createTestServer, type TestServer } from "./test-server.ts";

const PATHS: readonly (readonly [method: string, path: string])[] = [
  ["GET", "/users/{user_id}"],
  ["POST", "/users/{user_id}"],
  ["POST", "/users/login"],
  ["GET", "/users/me"],
  ["GET", "/users/me/sessions"],
  ["DELETE", "/users/me/sessions/{session_id}"],
  ["POST", "/users/{user_id}/sessions/current"],
  ["GET", "/files/{name}"],
  ["DELETE", "/files/{name}.json"],
];

function operation([method, path]: readonly [string, string]): OperationDescriptor {
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name);
  return {
    id: `${method} ${path}`,
    method,
    path,
    parameters: names.map((name) => ({
      name,
      in: "path",
      required: true,
      // An id is a number, except in the paths of files.
      type: name === "name" ? "string" : "integer",
      style: "simple",
      explode: false,
    })),
    validators: {},
    responses: { 204: {} },
    security: [],
  };
}

const handlers = Object.fromEntries(
  PATHS.map(([method, path]) => [`${method} ${path}`, () => ({ status: 204 })]),
);

describe("a path with fixed and templated matches", () => {
  let app: TestServer;
  let port = 0;
  beforeAll(async () => {
    app = createTestServer<object, never>({ operations: PATHS.map(operation), handlers });
    port = await listenOnFreePort(app);
  });
  afterAll(async () => {
    await app.close();
  });

  it.each([
    ["GET", "/users/login", "POST"],
    ["PUT", "/users/me", "GET, HEAD"],
    ["DELETE", "/users/7", "GET, HEAD, POST"],
    ["POST", "/users/me/sessions", "GET, HEAD"],
    ["PUT", "/users/me/sessions/current", "DELETE"],
    ["PUT", "/files/a.json", "DELETE, GET, HEAD"],
    ["DELETE", "/files/a", "GET, HEAD"],
    ["QUERY", "/users/login", "POST"],
    ["QUERY", "/users/7", "GET, HEAD, POST"],
    ["PROPFIND", "/users/me", "GET, HEAD"],
    ["OPTIONS", "/users/me", "GET, HEAD"],
  ])("T15 %s %s is 405, and the path allows %s", async (method, target, allow) => {
    const answer = await exchangeRaw(port, { method, target });
    expect([answer.status, answer.headers.get("allow")]).toEqual([405, allow]);
  });

  it.each([
    ["POST", "/users/login"],
    ["GET", "/users/me"],
    ["GET", "/users/7"],
    ["POST", "/users/7/sessions/current"],
    ["DELETE", "/users/me/sessions/3"],
    ["GET", "/files/a.txt"],
    ["DELETE", "/files/a.json"],
    ["GET", "/files/a.json"],
  ])("%s %s is served", async (method, target) => {
    expect((await exchangeRaw(port, { method, target })).status).toBe(204);
  });

  it("T15 an unknown path is 404", async () => {
    expect((await exchangeRaw(port, { method: "QUERY", target: "/nowhere" })).status).toBe(404);
  });

  it.skipIf(!answersParserErrors)("T15 an unknown method is 501", async () => {
    const unknown = await sendBytes(port, "FROB /users/7 HTTP/1.1\r\nHost: x\r\n\r\n");
    expect([unknown.status, unknown.json]).toEqual([
      501,
      expect.objectContaining({ code: "not_implemented" }),
    ]);
  });
});
