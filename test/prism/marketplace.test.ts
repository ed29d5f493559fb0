// Calls every operation of the marketplace, with every status in its contract, through Stoplight's Prism.
// Prism finds no violation in requests and responses, and finds one when a response is altered.

import { createMarketplaceClient } from "@specwright/marketplace-api/client";
import { restTransport } from "@specwright/rest/client";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { moveTo, prepareRequest } from "./change-request.ts";
import type { Answer } from "./exchange.ts";
import { ContractViolation } from "./judged-fetch.ts";
import { attachment, marketplaceCalls, type Through } from "./marketplace-calls.ts";
import { marketplaceRefusals } from "./marketplace-refusals.ts";
import { openWorld, type World } from "./marketplace-world.ts";
import { type PrismOperations, readPrismOperations, startPrism } from "./start-prism.ts";
import type { Alter } from "./start-relay.ts";

type Operation = PrismOperations[number];

/**
 * Reports whether a status cannot be tested through Prism. No client can cause a 500. Prism buffers a slow
 * body (408). An operation without a body responds with 415 only to an unreadable content type, which Prism
 * does not forward. Images ignore their query, and Prism refuses their other faults itself (400).
 */
function isBeyondPrism({ iid, request }: Operation, code: string): boolean {
  if (iid === "getImage" && code === "400") return true;
  return code === "500" || code === "408" || (code === "415" && request?.body === undefined);
}

const operations = await readPrismOperations("specs/marketplace/openapi.yaml");
const calls = new Map(Object.entries(marketplaceCalls));

let world: World;
beforeAll(async () => {
  world = await openWorld(operations);
});
afterAll(async () => {
  await world.close();
});

test("every operation of the contract is called", () => {
  const ids = operations.map(({ iid }) => iid);
  expect([...calls.keys()].toSorted()).toEqual(ids.toSorted());
});

test("T9 every operation documents that the service may be unavailable", () => {
  for (const { iid, responses } of operations) {
    expect([iid, responses.map(({ code }) => code)]).toEqual([
      iid,
      expect.arrayContaining(["503"]),
    ]);
  }
});

describe.each(operations)("$iid", (operation) => {
  const codes = operation.responses
    .map(({ code }) => code)
    .filter((code) => !isBeyondPrism(operation, code));

  test.each(codes)("%s follows the contract, and is refused if altered", async (code) => {
    expect(`${(await call(operation, code)).status}`).toBe(code);
    world.alter(broken);
    const altered = call(operation, code).finally(() => world.alter(undefined));
    await expect(altered).rejects.toMatchObject({ cause: expect.any(ContractViolation) });
  });
});

test.each<readonly [what: string, code: string, Alter, said: string]>([
  [
    "a member off its schema",
    "200",
    withText((text) => text.replace(/"id":\d+/, '"id":"7"')),
    "response.body.data.id",
  ],
  [
    "a problem off its schema",
    "404",
    withText((text) => text.replace('"status":404', '"status":"404"')),
    "response.body.status",
  ],
  ["a header off its schema", "200", withHeader("etag", "W/7"), "response.header.etag"],
  [
    "a header that is not a number",
    "429",
    withHeader("retry-after", "soon"),
    "response.header.retry-after",
  ],
  ["another type", "200", withHeader("content-type", "text/html"), 'media type "text/html"'],
  [
    "a status that is not documented",
    "200",
    (answer) => ({ ...answer, status: 418 }),
    "status code",
  ],
])("Prism finds %s", async (_what, code, alter, said) => {
  const [operation] = operations.filter(({ iid }) => iid === "getListing");
  if (operation === undefined) throw new Error("getListing is not in the contract");
  world.alter(alter);
  const altered = call(operation, code).finally(() => world.alter(undefined));
  await expect(altered).rejects.toHaveProperty("cause.message", expect.stringContaining(said));
});

test("Prism detects an invalid request", async () => {
  const sent = { method: "POST", headers: { "content-type": "application/json" }, body: "{}" };
  const passed = world.open.fetch(`${world.open.strictUrl}/users/login`, sent);
  await expect(passed).rejects.toThrow("must have required property 'username_or_email'");
});

test("Prism reads bytes as text, so that an image is accepted as text", async () => {
  const { open } = world;
  const { url } = await attachment(world);
  const bare = await startPrism(operations, { upstream: open.serviceUrl, errors: true });
  const read = async (send: typeof fetch, baseUrl: string) => {
    const response = await send(url.replace(open.serviceUrl, baseUrl));
    return Buffer.from(await response.arrayBuffer());
  };
  const image = await read(fetch, open.serviceUrl);
  expect(await read(fetch, bare.url)).toEqual(Buffer.from(image.toString()));
  expect(image.toString()).toContain("\uFFFD");
  expect(await read(open.fetch, open.strictUrl)).toEqual(image);
  await bare.close();
});

test("Prism fails on a content type that cannot be read", async () => {
  const sent = { method: "POST", headers: { "content-type": "nonsense" }, body: "x" };
  expect((await fetch(`${world.open.serviceUrl}/users/login`, sent)).status).toBe(415);
  const passed = world.open.fetch(`${world.open.tellingUrl}/users/login`, sent);
  await expect(passed).rejects.toThrow("Prism answers 500 itself");
});

/** Calls an operation so that it succeeds, or fails with an error status. */
async function call(operation: Operation, code: string) {
  const refusal = marketplaceRefusals.get(code);
  if (!code.startsWith("2") && refusal === undefined) throw new Error(`nothing provokes ${code}`);
  const through: Through = (caller) =>
    createMarketplaceClient(
      restTransport({
        baseUrl: world.open.strictUrl,
        credentials: caller === undefined ? {} : { session: caller.token },
        retry: { retries: 0 },
        timeoutMs: 100_000,
        async fetch(input, init) {
          const prepared = await prepareRequest(new Request(input, init));
          const changed = await refusal?.({ ...prepared, operation, world });
          const { url, method, headers, body } = { ...prepared, ...changed };
          const target = changed?.isWrong === true ? moveTo(url, world.open.tellingUrl) : url;
          return await world.open.fetch(target, { method, headers, body: body ?? null });
        },
      }),
    );
  const made = calls.get(operation.iid ?? "");
  if (made === undefined) throw new Error(`${operation.iid} is not in the table`);
  return await made(world, through);
}

/** Breaks a response: removes the members of a JSON object, the type of a file, or else the status. */
function broken(answer: Answer): Answer {
  const { headers } = answer;
  const type = String(headers["content-type"] ?? "");
  if (/json/.test(type)) return { ...answer, body: Buffer.from("{}") };
  if (type !== "") return { ...answer, headers: { ...headers, "content-type": "text/plain" } };
  return { ...answer, status: 299 };
}

function withText(change: (text: string) => string): Alter {
  return (answer) => ({ ...answer, body: Buffer.from(change(answer.body.toString())) });
}

function withHeader(name: string, value: string): Alter {
  return (answer) => ({ ...answer, headers: { ...answer.headers, [name]: value } });
}
