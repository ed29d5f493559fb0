// Every operation of the publisher, with every status in its contract, through Stoplight's Prism: it
// finds no violation in requests and answers, and finds one when an answer is altered.

import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Answer } from "./exchange.ts";
import { ContractViolation } from "./judged-fetch.ts";
import { callFor, publisherCalls } from "./publisher-calls.ts";
import { openPublisherWorld, type PublisherWorld } from "./publisher-world.ts";
import { readPrismOperations } from "./start-prism.ts";

const operations = await readPrismOperations("specs/publisher/openapi.yaml");

let world: PublisherWorld;
beforeAll(async () => {
  world = await openPublisherWorld(operations);
});
afterAll(async () => {
  await world.close();
});

test("every operation of the contract is called", () => {
  const ids = operations.map(({ iid }) => iid);
  expect(Object.keys(publisherCalls(world)).toSorted()).toEqual(ids.toSorted());
});

describe.each(operations)("$iid", ({ iid = "", responses }) => {
  const codes = responses.map(({ code }) => code).filter((code) => !isBeyondPrism(iid, code));

  test.each(codes)("%s follows the contract, and is refused if altered", async (code) => {
    expect(`${await send(iid, code)}`).toBe(code);
    world.alter(broken);
    const altered = send(iid, code).finally(() => world.alter(undefined));
    await expect(altered).rejects.toBeInstanceOf(ContractViolation);
  });
});

/**
 * Reports whether a status cannot be tested through Prism: no client can cause a 500, Prism buffers
 * a slow body (408) and follows redirections (303), and an interface that does not exist is created.
 */
function isBeyondPrism(id: string, code: string): boolean {
  return ["500", "408", "303"].includes(code) || `${id} ${code}` === "putInterface 404";
}

async function send(id: string, code: string): Promise<number> {
  const {
    to,
    method,
    path,
    headers,
    body = null,
    isWrong = false,
  } = await callFor(world, id, code);
  const url = `${isWrong ? to.tellingUrl : to.strictUrl}${path}`;
  return (await to.fetch(url, { method, headers, body, redirect: "manual" })).status;
}

/** Removes the members of a JSON object, the type of a file, or else the status. */
function broken(answer: Answer): Answer {
  const { headers } = answer;
  const type = String(headers["content-type"] ?? "");
  if (/json/.test(type)) return { ...answer, body: Buffer.from("{}") };
  if (type !== "") return { ...answer, headers: { ...headers, "content-type": "text/plain" } };
  return { ...answer, status: 299 };
}
