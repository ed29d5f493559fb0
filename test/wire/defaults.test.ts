// Defaults that readers apply, between a generated client and a generated server: the handler and the
// caller see them, and nothing is added to the sent data.

import { restTransport } from "@specwright/rest/client";
import { createRestServer } from "@specwright/rest/fastify";
import { expect, expectTypeOf, it, onTestFinished } from "vitest";
import { createDefaultsClient } from "../golden/cases/defaults/out/client.ts";
import { type DefaultsHandlers, operations } from "../golden/cases/defaults/out/server.ts";
import type { ListPetsResponseWritten, Pet } from "../golden/cases/defaults/out/types.ts";
import { recordingServer } from "./answering-server.ts";

/** A pet that was sent with its name only, after reading. */
const whole: Pet = {
  name: "Rex",
  kind: "cat",
  born: new Date("2024-01-01T00:00:00Z"),
  owner: { id: 9007199254740993n, name: "nobody" },
  options: { deep: true, limit: 5 },
  note: "none",
  chip: null,
  friends: [],
};

async function served(listed: ListPetsResponseWritten) {
  const received: unknown[] = [];
  const handlers: DefaultsHandlers<unknown> = {
    listPets(request) {
      expectTypeOf(request.query.limit).toEqualTypeOf<bigint>();
      received.push(request);
      return listed;
    },
    putAccount(request) {
      received.push(request);
      return { status: 200, body: {} };
    },
    addPet(request) {
      expectTypeOf(request.body.friends).toEqualTypeOf<Pet[]>();
      received.push(request);
      // A handler may omit members with a default.
      return { status: 201, body: { name: request.body.name } };
    },
    search(request) {
      received.push(request);
      return { status: 204 };
    },
  };
  const app = createRestServer({ operations, handlers });
  const url = await app.listen({ host: "127.0.0.1", port: 0 });
  onTestFinished(() => app.close());
  return { received, url, client: createDefaultsClient(restTransport({ baseUrl: url })) };
}

const none: ListPetsResponseWritten = { status: 200, body: [] };

it("reach the handler for parameters that were not sent", async () => {
  const { received, client } = await served(none);
  await client.listPets();
  await client.listPets({ query: { limit: 3n, tags: ["a"] }, cookies: { theme: "dark" } });
  // A query cannot contain an empty list.
  await client.listPets({ query: { tags: [] } });
  const headers = { "X-Trace": false };
  expect(received).toEqual([
    { query: { limit: 20n, tags: ["new"] }, headers, cookies: { theme: "light" } },
    { query: { limit: 3n, tags: ["a"] }, headers, cookies: { theme: "dark" } },
    { query: { limit: 20n, tags: ["new"] }, headers, cookies: { theme: "light" } },
  ]);
});

it("reach the caller for headers and bodies of the response", async () => {
  const { client } = await served({ status: 200, body: [{ name: "Rex" }] });
  expect(await client.listPets()).toEqual({
    status: 200,
    headers: { "X-Left": 0n },
    body: [whole],
  });
  const { client: other } = await served({ ...none, headers: { "X-Left": 7n, "X-Note": "n" } });
  expect((await other.listPets()).headers).toEqual({ "X-Left": 7n, "X-Note": "n" });
});

it("reach both sides for a body", async () => {
  const { received, client } = await served(none);
  const answer = await client.addPet({ body: { name: "Rex" } });
  expect([received, answer.body]).toEqual([[{ body: whole }], whole]);
});

it("apply to marked properties in their own direction only", async () => {
  const { received, client } = await served(none);
  const answer = await client.putAccount({ body: {} });
  expect(received).toEqual([{ body: { plan: "free", secret: "none" } }]);
  expect(answer.body).toEqual({ plan: "free", state: "open" });
});

it("reach the handler for the fields of a form", async () => {
  const { received, client } = await served(none);
  await client.search({ body: { text: "a" } });
  await client.search();
  expect(received).toEqual([{ body: { text: "a", size: 10 } }, {}]);
});

it("are not sent", async () => {
  const { requests, transport } = await recordingServer("[]");
  const client = createDefaultsClient(transport);
  await client.listPets({ query: { after: "x" } });
  await client.addPet({ body: { name: "Rex", options: {} } }).catch(() => {});
  await client.search({ body: { text: "a" } }).catch(() => {});
  expect(requests.map(({ url, body }) => [url, body])).toEqual([
    ["/pets?after=x", ""],
    ["/pets", '{"name":"Rex","options":{}}'],
    ["/search", "text=a"],
  ]);
  expect(requests[0]?.headers).not.toHaveProperty("x-trace");
  expect(requests[0]?.headers).not.toHaveProperty("cookie");
});

it("are not written by the server", async () => {
  const { url } = await served({ status: 200, body: [{ name: "Rex" }] });
  const response = await fetch(`${url}/pets`);
  expect(await response.text()).toBe('[{"name":"Rex"}]');
  expect(response.headers.has("x-left")).toBe(false);
});

const unchecked: readonly (readonly [mode: "report" | "off", answer: string, body: unknown])[] = [
  ["report", '[{"name":"Rex"}]', [whole]],
  ["report", '[{"name":"Rex"},{"name":5}]', [whole, { ...whole, name: 5 }]],
  ["off", '[{"name":"Rex"}]', [whole]],
];

it.each(unchecked)(
  "apply to answers that are not rejected: validation %s of %s",
  async (mode, answer, body) => {
    const { transport } = await recordingServer(answer);
    const client = createDefaultsClient(transport);
    const got = await client.listPets({}, { validation: { response: mode } });
    expect([got.headers, got.body]).toEqual([{ "X-Left": 0n }, body]);
  },
);

it("do not change the place of an error in a refusal", async () => {
  const { url } = await served(none);
  const response = await fetch(`${url}/pets?limit=x`);
  const { errors } = (await response.json()) as { readonly errors: readonly object[] };
  expect([response.status, errors]).toEqual([
    400,
    [expect.objectContaining({ in: "query", pointer: "/limit" })],
  ]);
});
