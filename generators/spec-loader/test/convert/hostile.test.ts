import { expect, test } from "vitest";
import { convertTexts } from "./convert-texts.ts";

const swagger = {
  swagger: "2.0",
  info: { title: "T", version: "1" },
  host: "a.example",
  consumes: ["text/csv"],
  paths: {
    "/a": {
      parameters: [{ $ref: "#/parameters/body" }],
      post: {
        schemes: ["https"],
        parameters: [{ name: "q", in: "query", type: "array", items: { type: "string" } }],
        responses: { 200: { $ref: "#/responses/r" } },
        security: [{ s: [] }],
      },
    },
  },
  definitions: { "A b": { discriminator: "k", "x-nullable": true, allOf: [{ type: "object" }] } },
  parameters: { body: { name: "b", in: "body", schema: { $ref: "#/definitions/A%20b" } } },
  responses: { r: { description: "D", schema: { type: "file" }, examples: { "a/b": 1 } } },
  securityDefinitions: { s: { type: "oauth2", flow: "implicit", scopes: {} } },
};
const asyncapi = {
  asyncapi: "2.6.0",
  info: { title: "T", version: "1" },
  tags: [{ name: "t" }],
  servers: { m: { url: "ws://a/{b}", protocol: "ws", security: [{ s: ["a"] }] } },
  channels: {
    "a/{b}": {
      servers: ["m"],
      parameters: { b: { schema: { enum: ["x"] } } },
      publish: { traits: [{ operationId: "t" }], message: { oneOf: [{ name: "M" }] } },
      bindings: { ws: { query: { type: "object" } } },
    },
    c: { $ref: "#/components/channels/d" },
  },
  components: {
    channels: { d: { subscribe: { message: { $ref: "#/components/messages/M" } } } },
    messages: { M: { schemaFormat: "application/schema+json", payload: { type: "string" } } },
    securitySchemes: { s: { type: "oauth2", flows: { implicit: { scopes: { a: "A" } } } } },
  },
};
const values: readonly unknown[] = [
  ...[null, true, -1, "", "array", "#", [], [null], {}, { "": {} }],
  ...["#", "#/paths", "#/components", "#/definitions/x", "none.yaml", 3].map(($ref) => ({ $ref })),
];

/** Calls `visit` with a copy of a document for each place in it, and the holder and the key of that place. */
function eachPlace(document: object, visit: (copy: object, set: (value: unknown) => void) => void) {
  const paths = (value: unknown, path: readonly string[]): (readonly string[])[] =>
    typeof value !== "object" || value === null
      ? [path]
      : [path, ...Object.entries(value).flatMap(([key, each]) => paths(each, [...path, key]))];
  for (const path of paths(document, [])) {
    const copy: Record<string, unknown> = { root: structuredClone(document) };
    const keys = ["root", ...path];
    const holder = keys
      .slice(0, -1)
      .reduce<Record<string, unknown>>((found, key) => Object(found[key]), copy);
    visit(copy, (value) => {
      holder[keys.at(-1) ?? ""] = value;
    });
  }
}

test.each([
  ["Swagger 2.0", swagger],
  ["AsyncAPI 2", asyncapi],
])("any value in any place of %s is converted or reported", async (_, document) => {
  const texts: string[] = [];
  eachPlace(document, (copy, set) => {
    for (const value of values) {
      set(value);
      texts.push(JSON.stringify(Object(copy)["root"]));
    }
  });
  expect(texts.length).toBeGreaterThan(500);
  for (const text of texts) {
    const { files, diagnostics } = await convertTexts({ "api.json": text });
    const isRefused = diagnostics.some(({ severity }) => severity === "error");
    expect(files === undefined, text).toBe(isRefused);
    await files?.[0]?.print("yaml");
  }
});
