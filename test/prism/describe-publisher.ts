// Calls every operation of the publisher, with every status in its contract, through Stoplight's Prism.
// Prism finds no violation in requests and responses, and finds one when a response is altered.

import type { TestDatabases } from "@specwright/service/database/testing";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Answer } from "./exchange.ts";
import { judgeRedirect } from "./judge-redirect.ts";
import { ContractViolation } from "./judged-fetch.ts";
import { callFor, publisherCalls } from "./publisher-calls.ts";
import { openPublisherWorld, type PublisherWorld } from "./publisher-world.ts";
import { type PrismOperations, readPrismOperations } from "./start-prism.ts";
import type { Alter } from "./start-relay.ts";

const operations = await readPrismOperations("specs/publisher/openapi.yaml");

/** Documented statuses that a test cannot cause, and why. */
const unreachable: Readonly<Record<string, string>> = {
  "putInterface 404": "an interface that does not exist is created",
};

/** Tests the publisher on these databases. */
export function describePublisher(databases: TestDatabases): void {
  let world: PublisherWorld;
  beforeAll(async () => {
    world = await openPublisherWorld(operations, databases);
  });
  afterAll(async () => {
    await world?.close();
  });

  test("every operation of the contract is called", () => {
    const ids = operations.map(({ iid }) => iid);
    expect(Object.keys(publisherCalls(world)).toSorted()).toEqual(ids.toSorted());
  });

  describe.each(operations)("$iid", (operation) => {
    const codes = operation.responses.map(({ code }) => code);
    const reached = codes.filter((code) => unreachable[`${operation.iid} ${code}`] === undefined);

    test.each(reached)("%s follows the contract, and is refused if altered", async (code) => {
      expect(`${await send(world, operation, code)}`).toBe(code);
      await expect(send(world, operation, code, broken)).rejects.toBeInstanceOf(ContractViolation);
    });
  });

  test.each(Object.entries(unreachable))("%s is in the contract, but %s", (name) => {
    const [id, status] = name.split(" ");
    const operation = operations.find(({ iid }) => iid === id);
    expect(operation?.responses.map(({ code }) => code)).toContain(status);
  });
}

/** Sends a request that leads to a status, through Prism, and returns the status. */
async function send(
  world: PublisherWorld,
  operation: PrismOperations[number],
  code: string,
  change?: Alter,
): Promise<number> {
  const { iid = "" } = operation;
  const call = await callFor(world, iid, code);
  const { to, method, path, headers, body = null, isWrong = false } = call;
  if (code === "303") {
    const sent = { method, headers, body: Buffer.from(body ?? "") };
    const answer = await judgeRedirect(operation, new URL(to.serviceUrl + path), sent, change);
    return answer.status;
  }
  const url = `${isWrong ? to.tellingUrl : to.strictUrl}${path}`;
  world.alter(change);
  try {
    return (await to.fetch(url, { method, headers, body, redirect: "manual" })).status;
  } finally {
    world.alter(undefined);
  }
}

/** Breaks a response: removes the members of a JSON object, the type of a file, or else the status. */
function broken(answer: Answer): Answer {
  const { headers } = answer;
  const type = String(headers["content-type"] ?? "");
  if (/json/.test(type)) return { ...answer, body: Buffer.from("{}") };
  if (type !== "") return { ...answer, headers: { ...headers, "content-type": "text/plain" } };
  return { ...answer, status: 299 };
}
