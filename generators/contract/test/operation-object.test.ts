import type { HttpOperation } from "@specwright/contract";
import { describe, expect, test } from "vitest";
import { contractOf } from "./contract-of.ts";

const head = 'openapi: 3.1.0\ninfo: { title: T, version: "1" }\n';

describe("an operation object", () => {
  test("is read completely", async () => {
    const contract = await contractOf(`${head}
servers: [{ url: "https://one.example" }]
security: [{ key: [] }]
components: { securitySchemes: { key: { type: apiKey }, oauth: { type: oauth2 } } }
paths:
  /a:
    summary: Path summary
    description: Path description
    servers: [{ url: "https://two.example" }]
    get:
      operationId: getA
      summary: Gets A
      tags: [z, a]
      x-deprecated: { replacement: "#/x" }
      x-own: { b: 1, a: 2 }
      security: [{ oauth: [write, read], key: [] }, {}]
    post: { deprecated: true, servers: [{ url: /three }] }
    put: { security: [] }
`);
    const rows = contract.operations.map((operation) => ({
      id: operation.id,
      method: operation.method,
      summary: operation.summary,
      description: operation.description,
      deprecated: operation.deprecated,
      tags: operation.tags,
      security: operation.security.map((each) => [...each]),
      servers: operation.servers.map((server) => server.url),
      extensions: [...operation.extensions.keys()],
      pointer: operation.source.pointer,
    }));
    const shared = { description: "Path description", tags: [], extensions: [] };
    expect(rows).toStrictEqual([
      {
        ...shared,
        id: "getA",
        method: "get",
        summary: "Gets A",
        deprecated: true,
        tags: ["z", "a"],
        security: [
          [
            ["key", []],
            ["oauth", ["write", "read"]],
          ],
          [],
        ],
        servers: ["https://two.example"],
        extensions: ["x-deprecated", "x-own"],
        pointer: "/paths/~1a/get",
      },
      {
        ...shared,
        id: "put /a",
        method: "put",
        summary: "Path summary",
        deprecated: false,
        security: [],
        servers: ["https://two.example"],
        pointer: "/paths/~1a/put",
      },
      {
        ...shared,
        id: "post /a",
        method: "post",
        summary: "Path summary",
        deprecated: true,
        security: [[["key", []]]],
        servers: ["/three"],
        pointer: "/paths/~1a/post",
      },
    ]);
  });
});

const ids = (operations: readonly HttpOperation[]): string[] =>
  operations.map(({ id, method, path }) => `${id}: ${method} ${path}`);

describe("operations", () => {
  test("come by path, then by method in the order of OpenAPI", async () => {
    const contract = await contractOf(`${head}
paths:
  /b: { trace: {}, patch: {}, head: {}, options: {}, delete: {}, post: {}, put: {}, get: {} }
  /a: { post: {} }
`);
    expect(contract.operations.map(({ method, path }) => `${path} ${method}`)).toStrictEqual([
      "/a post",
      ...["get", "put", "post", "delete", "options", "head", "patch", "trace"].map(
        (m) => `/b ${m}`,
      ),
    ]);
  });

  const additional = `
paths:
  /a:
    query: { operationId: ask }
    additionalOperations: { PURGE: {}, COPY: { operationId: copy } }
`;
  test("take query and additionalOperations from 3.2 on", async () => {
    const newer = await contractOf(head.replace("3.1.0", "3.2.0") + additional);
    expect(ids(newer.operations)).toStrictEqual([
      "ask: query /a",
      "copy: COPY /a",
      "PURGE /a: PURGE /a",
    ]);
    expect(ids((await contractOf(head + additional)).operations)).toStrictEqual([]);
  });

  test("of a shared path item have an id for each use", async () => {
    const contract = await contractOf(`${head}
paths:
  /a: { $ref: "#/components/pathItems/Item", summary: Here }
  /b: { $ref: "#/components/pathItems/Item", get: { operationId: own } }
components:
  pathItems: { Item: { summary: There, get: { operationId: read }, put: { operationId: write } } }
`);
    expect(ids(contract.operations)).toStrictEqual([
      "read: get /a",
      "write: put /a",
      "own: get /b",
      "write put /b: put /b",
    ]);
    expect(contract.operations.map(({ summary }) => summary)).toStrictEqual([
      "Here",
      "Here",
      "There",
      "There",
    ]);
  });

  test("of webhooks are separate, identified by their name", async () => {
    const contract = await contractOf(`${head}
webhooks:
  newPet: { post: { parameters: [{ name: a, in: query, schema: {} }] } }
`);
    expect(ids(contract.webhooks)).toStrictEqual(["post newPet: post newPet"]);
    expect(contract.operations).toStrictEqual([]);
  });

  test("of callbacks belong to the operation with the callback", async () => {
    const contract = await contractOf(`${head}
paths:
  /subscribe:
    post:
      operationId: subscribe
      callbacks:
        onData: { "{$request.body#/url}": { post: { operationId: onData } } }
        onEnd: { $ref: "#/components/callbacks/End" }
components:
  callbacks:
    End:
      "{$request.body#/end}":
        post: { callbacks: { again: { $ref: "#/components/callbacks/End" } } }
`);
    const [subscribe] = contract.operations;
    const found = [...(subscribe?.callbacks ?? [])].map(([name, each]) => [name, ids(each)]);
    expect(found).toStrictEqual([
      ["onData", ["onData: post {$request.body#/url}"]],
      ["onEnd", ["subscribe onEnd post: post {$request.body#/end}"]],
    ]);
    const [end] = subscribe?.callbacks.get("onEnd") ?? [];
    expect(end?.callbacks.size).toBe(0);
  });
});
