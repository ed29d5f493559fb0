// Who is served when: tokens take turns, whatever and however much each of them sends.

import { setTimeout } from "node:timers/promises";
import {
  acceptVersion,
  diffOfVersions,
  type Services,
  startJobRunner,
  type Version,
} from "@specwright/publisher-app";
import { silentLogger, systemClock } from "@specwright/runtime";
import { expect, test } from "vitest";
import type { Outcome, ProcessDocument } from "../src/processing/protocol.ts";
import { startPublisher } from "./start-publisher.ts";
import { stubFacts, textOf } from "./stub-process.ts";
import { publish, request, startServices } from "./test-runner.ts";
import { addInterface, openServices } from "./test-services.ts";

/** Sends a document to a branch of its own, so that it waits for no other; returns its id. */
async function send(services: Services, share: string, text: string): Promise<string> {
  const branch = text.replaceAll(" ", "-");
  const acceptance = await acceptVersion(services, request(text, { branch, share }));
  if (acceptance.kind !== "accepted") throw new Error(`not accepted: ${acceptance.kind}`);
  return acceptance.id;
}

/** Processes one document after the other; returns their texts in the order of their turns. */
async function order(
  services: Services,
  outcomeOf: (text: string) => Outcome = () => ({ kind: "done", facts: stubFacts }),
): Promise<readonly string[]> {
  const texts: string[] = [];
  const process: ProcessDocument = async (task) => {
    texts.push(textOf(task));
    return outcomeOf(textOf(task));
  };
  await run(services, process, async () => {
    while ((await services.storage.committed.jobs.waiting()).count > 0) await setTimeout(5);
  });
  return texts;
}

/** Runs documents with a runner of their own, as after a restart. */
async function run(services: Services, process: ProcessDocument, until: () => Promise<void>) {
  const { storage } = services;
  const setup = { storage, clock: systemClock, logger: silentLogger };
  const runner = startJobRunner({ ...setup, process, pollMs: 10, retryMs: 0 });
  try {
    await until();
  } finally {
    await runner.close();
  }
}

test("a token that sends fifty heavy documents delays another by one of them at most", async () => {
  const services = await openServices();
  await addInterface(services, "shop");
  for (let at = 0; at < 50; at += 1) await send(services, "one", `heavy ${at}`);
  const begun = Promise.withResolvers<void>();
  const texts: string[] = [];
  const process: ProcessDocument = async (task) => {
    texts.push(textOf(task));
    if (texts.length === 3) {
      begun.resolve();
      // Sent while a heavy one is being processed.
      await light.promise;
    }
    return { kind: "done", facts: stubFacts };
  };
  const light = Promise.withResolvers<void>();
  await run(services, process, async () => {
    await begun.promise;
    const id = await send(services, "two", "light");
    light.resolve();
    while (await services.storage.committed.jobs.isThere(id)) await setTimeout(5);
  });
  expect(texts.slice(0, 4)).toEqual(["heavy 0", "heavy 1", "heavy 2", "light"]);
});

const failed = (isOverLimits: boolean): Outcome => ({
  ...{ kind: "failed", reason: "it broke", details: "", isOverLimits },
});

test.each<{
  readonly name: string;
  readonly sent: readonly (readonly [share: string, text: string])[];
  readonly outcomeOf?: (text: string) => Outcome;
  readonly wanted: readonly string[];
}>([
  {
    name: "tokens take turns",
    sent: [
      ["one", "a"],
      ["one", "b"],
      ["one", "c"],
      ["two", "d"],
      ["two", "e"],
      ["three", "f"],
    ],
    wanted: ["a", "d", "f", "b", "e", "c"],
  },
  {
    name: "one that exceeds its limits goes behind all others, and is tried twice",
    sent: [
      ["one", "bad"],
      ["one", "b"],
      ["two", "c"],
      ["two", "d"],
    ],
    outcomeOf: (text) => (text === "bad" ? failed(true) : { kind: "done", facts: stubFacts }),
    wanted: ["bad", "c", "b", "d", "bad"],
  },
  {
    name: "one whose process breaks keeps its turn, behind others of its share, and is tried thrice",
    sent: [
      ["one", "bad"],
      ["one", "b"],
      ["two", "c"],
      ["two", "d"],
    ],
    outcomeOf: (text) => (text === "bad" ? failed(false) : { kind: "done", facts: stubFacts }),
    wanted: ["bad", "c", "b", "d", "bad", "bad"],
  },
])("$name", async ({ sent, outcomeOf, wanted }) => {
  const services = await openServices();
  await addInterface(services, "shop");
  for (const [share, text] of sent) await send(services, share, text);
  expect(await order(services, outcomeOf)).toEqual(wanted);
});

test("turns are remembered over a restart", async () => {
  const services = await openServices();
  await addInterface(services, "shop");
  await send(services, "one", "a");
  expect(await order(services)).toEqual(["a"]);
  await send(services, "one", "b");
  await send(services, "two", "c");
  expect(await order(services)).toEqual(["c", "b"]);
});

test("documents of a branch stay in order, whoever sends them", async () => {
  const services = await openServices();
  await addInterface(services, "shop");
  for (const [share, text] of [
    ["one", "a"],
    ["two", "b"],
    ["one", "c"],
    ["two", "d"],
  ] as const) {
    await acceptVersion(services, request(text, { share }));
  }
  expect(await order(services)).toEqual(["a", "b", "c", "d"]);
});

test("a token may have so many documents waiting, and others may still send theirs", async () => {
  const running = await startPublisher({
    waitingPerToken: 2,
    process: (_, { signal }) =>
      new Promise((_resolve, reject) => {
        signal.addEventListener("abort", () => reject(signal.reason));
      }),
  });
  await addInterface({ storage: running.publisher.storage }, "shop");
  const [one, two] = [await running.as(), await running.as()];
  const body = (text: string) => ({
    contentType: "application/json" as const,
    body: { interface: "shop", document: text, branch: text },
  });
  expect((await one.publishVersion(body("a"))).status).toBe(202);
  const { document } = body("b").body;
  expect((await one.createDiff({ body: { interface: "shop", document } })).status).toBe(202);
  for (const refused of [
    await one.publishVersion(body("c")),
    await one.createDiff({ body: { interface: "shop", document } }),
  ]) {
    expect(refused).toMatchObject({
      status: 429,
      headers: { "Retry-After": 30 },
      body: { code: "too_many_requests", detail: expect.stringMatching(/^2 documents .* again/) },
    });
  }
  // What is being processed already is no further document.
  expect((await one.publishVersion(body("a"))).status).toBe(202);
  expect((await two.publishVersion(body("d"))).status).toBe(202);
});

test("readers without a token may have a few comparisons waiting", async () => {
  const services = await startServices({
    process: async () => ({ kind: "done", facts: stubFacts }),
  });
  await addInterface(services, "shop");
  const versions: Version[] = [];
  for (let at = 0; at < 8; at += 1) versions.push(await publish(services, request(`${at}`)));
  const idle = { ...services, runner: { ...services.runner, wake() {} } };
  await services.runner.close();
  const pairs = versions.flatMap((base, at) =>
    versions.slice(at + 2).map((head) => [base, head] as const),
  );
  const asked: unknown[] = [];
  for (const [base, head] of pairs.slice(0, 17)) {
    asked.push(await diffOfVersions(idle, base, head, "readers"));
  }
  expect(asked.slice(0, 16).every((diff) => diff !== "share_full")).toBe(true);
  expect(asked[16]).toBe("share_full");
  const [base, head] = pairs[16] ?? [];
  if (base === undefined || head === undefined) throw new Error("there are too few pairs");
  expect(await diffOfVersions(idle, base, head, "token one")).toMatchObject({
    state: "processing",
  });
});
