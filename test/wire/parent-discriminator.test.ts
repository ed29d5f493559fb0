// Unions whose discriminator is only in the parent of the branches, between a generated client and a
// generated server.

import { restTransport } from "@specwright/rest/client";
import { createRestServer } from "@specwright/rest/fastify";
import { RestError } from "@specwright/runtime";
import { describe, expect, it, onTestFinished } from "vitest";
import { generateOperations } from "./generate-operations.ts";

const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const child = (member: string) => ({
  allOf: [ref("Job"), { properties: { [member]: { type: "integer", format: "int64" } } }],
});
const content = {
  "application/json": {
    schema: { type: "array", items: { oneOf: [ref("Copy"), ref("Purge"), ref("Job")] } },
  },
};

const operations = await generateOperations({
  openapi: "3.0.3",
  info: { title: "Jobs", version: "1" },
  components: {
    schemas: {
      Job: {
        type: "object",
        required: ["kind"],
        properties: { kind: { type: "string" } },
        discriminator: { propertyName: "kind", mapping: { copy: "#/components/schemas/Copy" } },
      },
      Copy: child("bytes"),
      Purge: child("files"),
    },
  },
  paths: {
    "/jobs": {
      post: {
        requestBody: { required: true, content },
        responses: { 200: { description: "The jobs.", content } },
      },
    },
  },
});

describe("30.8 a oneOf of children whose parent has the discriminator", () => {
  it.each([
    [[{ kind: "copy", bytes: 9007199254740993n }, { kind: "Purge" }, { kind: "Job" }], true],
    [[{ kind: "copy" }], true],
    [[{ kind: "copy", bytes: "many" }], false],
    [[{ kind: "other" }], false],
  ])("reads and writes %o by the tag", async (body, isValid) => {
    const operation = operations.get("post /jobs");
    if (operation === undefined) throw new Error("no operation");
    const app = createRestServer({
      operations: [operation],
      handlers: {
        [operation.name ?? operation.id]: (request: object) => ({
          status: 200,
          body: Reflect.get(request, "body"),
        }),
      },
    });
    onTestFinished(() => app.close());
    const baseUrl = await app.listen({ port: 0, host: "127.0.0.1" });
    const answer = restTransport({ baseUrl }).call(operation, { body });
    if (isValid) expect(await answer).toMatchObject({ status: 200, body });
    else await expect(answer).rejects.toThrow(RestError);
  });
});
