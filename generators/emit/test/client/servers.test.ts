import { clientEmitter } from "@specwright/emit";
import { expect, it } from "vitest";
import { emitText } from "../emit-text.ts";

const client = async (servers: string, id = "ping"): Promise<string | undefined> =>
  (
    await emitText(
      clientEmitter(),
      `openapi: 3.1.0
info: { title: Shop, version: "1" }
servers: ${servers}
paths: { /ping: { get: { operationId: ${id}, responses: { "204": { description: Done. } } } } }
`,
    )
  ).files.get("client.ts");

it.each([
  [
    "a server without variables by its description",
    '[{ url: "https://shop.example/v1", description: The production server (live) }]',
    'production: (): string => "https://shop.example/v1",',
  ],
  [
    "a server without a short description by its address",
    '[{ url: "https://eu.shop.example/v1", description: Here is all that we have to sell }]',
    'euShopExampleV1: (): string => "https://eu.shop.example/v1",',
  ],
  ["a relative server", "[{ url: /v2 }]", 'v2: (): string => "/v2",'],
  ["the server of the same origin", "[{ url: / }]", 'server: (): string => "/",'],
  [
    "the variables of a server with their values and defaults",
    '[{ url: "https://{region}.x.example", description: Production, variables: { region: { enum: [eu, us], default: eu } } }]',
    `production: (variables: { readonly region?: "eu" | "us" } = {}): string =>
    serverUrl("https://{region}.x.example", { region: "eu", ...variables }),`,
  ],
  [
    "two servers of one description by their addresses",
    '[{ url: "https://a.example", description: Test }, { url: "https://b.example", description: Test }]',
    'bExample: (): string => "https://b.example",',
  ],
])("names %s", async (_, servers, want) => {
  expect(await client(servers)).toContain(want);
});

it("leaves the name to an operation", async () => {
  const text = await client("[{ url: /v1 }]", "servers");
  expect(text).toContain("export const servers_ = {");
});

it("names the server of an operation after it", async () => {
  const { files } = await emitText(
    clientEmitter(),
    `openapi: 3.1.0
info: { title: Shop, version: "1" }
paths:
  /files:
    post:
      operationId: upload
      servers: [{ url: "https://files.example" }]
      responses: { "204": { description: Done. } }
`,
  );
  expect(files.get("client.ts")).toContain('upload: (): string => "https://files.example",');
});

it("writes nothing for a document without servers", async () => {
  expect(await client("[]")).not.toContain("servers");
});
