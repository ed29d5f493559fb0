import { expect, test } from "vitest";
import { loadTexts } from "../in-memory.ts";

const info = { title: "T", version: "1" };
const head = { asyncapi: "2.6.0", info, channels: {} };

function map(count: number, member: (index: number) => readonly [string, unknown]): object {
  return Object.fromEntries(Array.from({ length: count }, (_, index) => member(index)));
}

function message(index: number): { readonly $ref: string } {
  return { $ref: `#/components/messages/M${index}` };
}

function published(messages: object): object {
  return {
    ...head,
    channels: { a: { publish: { message: message(0) } } },
    components: { messages },
  };
}

const nested = Array.from({ length: 220 }).reduce<object>((inner) => ({ oneOf: [inner] }), {});

test.each([
  [
    "messages that contain themselves",
    published({ M0: { oneOf: [message(0), message(1)] }, M1: { oneOf: [message(0)] } }),
    0,
  ],
  [
    "messages that each refer twice to the next",
    published(
      map(60, (index) => [
        `M${index}`,
        index === 59 ? { body: 1 } : { oneOf: [message(index + 1), message(index + 1)] },
      ]),
    ),
    60,
  ],
  ["messages in messages", published({ M0: nested }), 0],
  ["a map that refers to itself", { ...head, components: { $ref: "#/components" } }, 1],
  [
    "tags with the same name",
    { ...head, tags: Array.from({ length: 5000 }, () => ({ name: "a" })) },
    5000,
  ],
  [
    "unknown security schemes among many",
    {
      ...head,
      servers: map(2000, (index) => [
        `s${index}`,
        { url: "u", protocol: "p", security: [{ [`gone${index}`]: [] }] },
      ]),
      components: { securitySchemes: map(2000, (index) => [`gane${index}`, { type: "X509" }]) },
    },
    2000,
  ],
  [
    "a URL of open braces",
    {
      ...head,
      servers: { s: { url: "{".repeat(1_000_000), protocol: "p", variables: { a: {} } } },
    },
    0,
  ],
  [
    "an email address of hyphens",
    { ...head, info: { ...info, contact: { email: `a@${"a-".repeat(200_000)}` } } },
    1,
  ],
])("checks %s quickly", async (_, document, want) => {
  const before = process.cpuUsage();
  const { diagnostics } = await loadTexts({ "api.json": JSON.stringify(document) });
  const { user, system } = process.cpuUsage(before);
  expect(diagnostics).toHaveLength(want);
  // Algorithms with quadratic or exponential time take minutes.
  expect((user + system) / 1000).toBeLessThan(8000);
});

test("reads keys with the names of built-in object members", async () => {
  const text = `{"asyncapi":"2.6.0","info":{"title":"T","version":"1","__proto__":{"title":7}},
    "channels":{"__proto__":{"publish":{}},"constructor":{"publish":{"message":{}}}},
    "components":{"messages":{"toString":{"$ref":"#/constructor"}}}}`;
  const { diagnostics } = await loadTexts({ "api.json": text });
  expect(diagnostics.map(({ code }) => code)).toEqual(["REF_NOT_FOUND"]);
});
