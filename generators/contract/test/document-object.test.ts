import { describe, expect, test } from "vitest";
import { contractOf } from "./contract-of.ts";

describe("an OpenAPI document", () => {
  test("has info, servers, schemes, tags and extensions", async () => {
    const contract = await contractOf(`
openapi: 3.1.0
info:
  title: T
  version: "1"
  summary: S
  description: D
  license: { name: MIT }
  contact: { name: C }
  termsOfService: https://example.com/terms
  x-info: true
servers:
  - { url: "https://{host}/v1", description: Live, variables: { host: { default: a.example } }, x-s: 1 }
  - { url: /v1 }
tags: [{ name: b, description: B }, { name: a }]
components:
  securitySchemes:
    b: { $ref: "#/components/securitySchemes/a" }
    a: { type: http, scheme: bearer, description: Token }
x-root: [1]
`);
    expect(contract).toMatchObject({
      format: "openapi",
      formatVersion: "3.1.0",
      file: "api.yaml",
      info: {
        title: "T",
        version: "1",
        summary: "S",
        description: "D",
        license: { name: "MIT" },
        contact: { name: "C" },
        termsOfService: "https://example.com/terms",
      },
      servers: [
        {
          id: "https://{host}/v1",
          url: "https://{host}/v1",
          protocol: "https",
          description: "Live",
        },
        { id: "/v1", url: "/v1", protocol: "http" },
      ],
      tags: [{ name: "b", description: "B" }, { name: "a" }],
      securitySchemes: [
        { id: "a", type: "http", description: "Token", raw: { type: "http", scheme: "bearer" } },
        { id: "b", type: "http" },
      ],
    });
    expect(contract.hash).toMatch(/^[0-9a-f]{64}$/);
    expect([...contract.extensions]).toStrictEqual([["x-root", [1]]]);
    expect([...contract.info.extensions]).toStrictEqual([["x-info", true]]);
    expect([...(contract.servers[0]?.variables ?? [])]).toStrictEqual([
      ["host", { default: "a.example" }],
    ]);
    expect(Object.keys(contract.raw)[0]).toBe("components");
  });
});

describe("an AsyncAPI document", () => {
  test("of version 3 has servers, and schemes written in place", async () => {
    const contract = await contractOf(`
asyncapi: 3.0.0
info: { title: T, version: "1", tags: [{ name: a }] }
servers:
  live:
    host: "{region}.example"
    pathname: /v1
    protocol: wss
    variables: { region: { $ref: "#/components/serverVariables/region" } }
    security:
      - $ref: "#/components/securitySchemes/key"
      - { type: oauth2, flows: {}, scopes: [read] }
components:
  serverVariables: { region: { default: eu } }
  securitySchemes: { key: { type: apiKey } }
`);
    expect(contract.servers).toMatchObject([
      { id: "live", url: "wss://{region}.example/v1", protocol: "wss" },
    ]);
    expect([...(contract.servers[0]?.variables ?? [])]).toStrictEqual([
      ["region", { default: "eu" }],
    ]);
    expect(contract.securitySchemes.map(({ id, type }) => [id, type])).toStrictEqual([
      ["key", "apiKey"],
      ["live oauth2", "oauth2"],
    ]);
    expect(contract.tags).toStrictEqual([{ name: "a" }]);
  });

  test("of version 2 has the url of its servers", async () => {
    const contract = await contractOf(`
asyncapi: 2.6.0
info: { title: T, version: "1" }
servers: { live: { url: "wss://a.example/v1", protocol: wss } }
channels: {}
tags: [{ name: a }]
`);
    expect(contract.servers).toMatchObject([
      { id: "live", url: "wss://a.example/v1", protocol: "wss" },
    ]);
    expect(contract.tags).toStrictEqual([{ name: "a" }]);
  });
});
