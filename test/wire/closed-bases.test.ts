// A base that forbids the members of the schemas that extend it, as .NET writes it, between a generated
// client and a generated server.

import { restTransport } from "@specwright/rest/client";
import { createRestServer } from "@specwright/rest/fastify";
import { describe, expect, it, onTestFinished } from "vitest";
import { generateOperations } from "./generate-operations.ts";

const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const object = (properties: object) => ({
  type: "object",
  properties,
  additionalProperties: false,
});
const count = { type: "integer", format: "int64" };

const schemas = {
  Animal: {
    ...object({ $type: { type: "string" }, name: { type: "string" } }),
    required: ["$type"],
    discriminator: { propertyName: "$type" },
  },
  // A child is closed next to its base, in a separate part, or not at all.
  Cat: { allOf: [ref("Animal")], ...object({ lives: count }) },
  Pet: { allOf: [ref("Animal"), object({ owner: { type: "string" } })] },
  Dog: { allOf: [ref("Pet"), { type: "object", properties: { tricks: count } }] },
};
const content = { "application/json": { schema: ref("Animal") } };
const unions = {
  "application/json": { schema: { oneOf: [ref("Cat"), ref("Dog")] } },
};
const echo = (all: object) => ({
  post: {
    requestBody: { required: true, content: all },
    responses: { 200: { description: "The animal.", content: all } },
  },
});

const { additionalProperties: _, ...open } = schemas.Animal;
/** The meaning of the document according to JSON Schema. */
const meant = {
  Animal: open,
  Cat: { allOf: [ref("Animal")], properties: { lives: count }, unevaluatedProperties: false },
  Pet: { allOf: [ref("Animal")], properties: { owner: { type: "string" } } },
  Dog: { allOf: [ref("Pet")], properties: { tricks: count }, unevaluatedProperties: false },
};

const documentOf = (openapi: string, all: object) => ({
  openapi,
  info: { title: "Animals", version: "1" },
  components: { schemas: all },
  paths: {
    "/cats": echo({ "application/json": { schema: ref("Cat") } }),
    "/animals": echo(content),
    "/unions": echo(unions),
  },
});
const documents = [
  ["closed bases", await generateOperations(documentOf("3.0.3", schemas))],
  ["open bases", await generateOperations(documentOf("3.1.1", meant))],
] as const;

const cat = { $type: "Cat", name: "Tom", lives: 9007199254740993n };
const dog = { $type: "Dog", owner: "Ada", tricks: 2n };

describe.each(documents)("30.8 %s of schemas that extend them", (_name, operations) => {
  it.each([
    ["post /cats", cat, true],
    ["post /cats", { ...cat, live: 1 }, false],
    ["post /cats", { ...cat, lives: "nine" }, false],
    ["post /unions", cat, true],
    ["post /unions", dog, true],
    ["post /unions", { ...dog, lives: 1n }, false],
    ["post /unions", { ...dog, trick: 1 }, false],
    ["post /animals", { $type: "Animal", name: "Any" }, true],
    // Responses keep the members of the schemas that extend a base.
    ["post /animals", { $type: "Pet", owner: "Ada" }, true],
  ])("%s reads and writes %o: %o", async (id, body, isValid) => {
    const operation = operations.get(id);
    if (operation === undefined) throw new Error("no operation");
    const received: unknown[] = [];
    const app = createRestServer({
      operations: [operation],
      handlers: {
        [operation.name ?? operation.id]: (request: object) => {
          received.push(Reflect.get(request, "body"));
          return { status: 200, body: Reflect.get(request, "body") };
        },
      },
    });
    onTestFinished(() => app.close());
    const baseUrl = await app.listen({ port: 0, host: "127.0.0.1" });
    const answer = restTransport({ baseUrl }).call(operation, { body });
    if (!isValid) {
      await expect(answer).rejects.toThrow("invalid_request");
      const sent = await fetch(`${baseUrl}${operation.path}`, {
        method: "POST",
        headers: { "Content-Type": "application/json" },
        body: JSON.stringify(body, (_, value) => (typeof value === "bigint" ? 1 : value)),
      });
      expect([sent.status, received]).toEqual([400, []]);
      return;
    }
    expect(await answer).toEqual({ status: 200, body });
    expect(received).toEqual([body]);
  });
});
