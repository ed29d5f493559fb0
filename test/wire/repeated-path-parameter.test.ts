// A path that names a parameter twice, which OpenAPI 3.0 and 3.1 allow.

import { restTransport } from "@specwright/rest/client";
import { createRestServer } from "@specwright/rest/fastify";
import { describe, expect, it, onTestFinished } from "vitest";
import { generateOperations } from "./generate-operations.ts";

const operations = await generateOperations({
  openapi: "3.0.3",
  info: { title: "Twice", version: "1" },
  paths: {
    "/clients/{id}/models/{id}": {
      get: {
        operationId: "getModel",
        parameters: [{ name: "id", in: "path", required: true, schema: { type: "string" } }],
        responses: {
          200: {
            description: "The id.",
            content: { "application/json": { schema: { type: "string" } } },
          },
        },
      },
    },
  },
});

describe("30.16 a path that names a parameter twice", () => {
  it("has one value in both places, and is not found with two", async () => {
    const get = operations.get("getModel");
    if (get === undefined) throw new Error("no operation");
    const handlers = {
      getModel: ({ path: { id } }: { readonly path: { readonly id: string } }) => ({
        status: 200,
        body: id,
      }),
    };
    const app = createRestServer({ operations: [get], handlers });
    onTestFinished(() => app.close());
    const baseUrl = await app.listen({ port: 0, host: "127.0.0.1" });
    const answer = await restTransport({ baseUrl }).call(get, { path: { id: "a/b" } });
    expect(answer).toMatchObject({ status: 200, body: "a/b" });
    expect((await fetch(`${baseUrl}/clients/a/models/b`)).status).toBe(404);
  });
});
