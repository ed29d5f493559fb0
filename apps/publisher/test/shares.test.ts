// Fair processing: tokens take turns, whatever the number of their documents.

import { setTimeout } from "node:timers/promises";
import { silentLogger, systemClock } from "@specwright/runtime";
import { expect, test } from "vitest";
import { startJobRunner } from "../src/jobs/job-runner.ts";
import type { Outcome, ProcessDocument } from "../src/processing/protocol.ts";
import type { Services } from "../src/services.ts";
import { acceptVersion } from "../src/versions/accept-version.ts";
import { processDocument } from "../src/worker/process-document.ts";
import { publishAll, shop, startPublisher } from "./start-publisher.ts";
import { documentText, stubFacts } from "./stub-process.ts";
import { request } from "./test-runner.ts";
import { addInterface, openServices } from "./test-services.ts";

/** Sends a document to a separate branch, so that it does not wait for another; returns its id. */
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
    texts.push(documentText(task));
    return outcomeOf(documentText(task));
  };
  await run(services, process, async () => {
    while ((await services.storage.committed.jobs.waiting()).count > 0) await setTimeout(5);
  });
  return texts;
}

/** Runs documents with a new runner, as after a restart. */
async function run(services: Services, process: ProcessDocument, until: () => Promise<void>) {
  const { storage } = services;
  const setup = { storage, clock: systemClock, logger: silentLogger };
  const runner = startJobRunner({ ...setup, process, pollMs: 10, retryMs: 0, concurrency: 1 });
  try {
    await until();
  } finally {
    await runner.close();
  }
}

test("a heavy document delays no document of another token, and all others of its own", async () => {
  const endless: ProcessDocument = async (task, { signal }) => {
    texts.push(documentText(task));
    if (!documentText(task).startsWith("heavy")) return { kind: "done", facts: stubFacts };
    await setTimeout(60_000, undefined, { signal }).catch(() => signal.throwIfAborted());
    return failed(true);
  };
  const texts: string[] = [];
  const { publisher } = await startPublisher({ process: endless });
  const { services } = publisher;
  await addInterface(services, "shop");
  await send(services, "one", "heavy 1");
  await send(services, "one", "heavy 2");
  await send(services, "one", "light 3");
  for (const text of ["light 4", "light 5", "light 6"]) {
    await services.runner.settled(await send(services, "two", text), 30_000);
  }
  // The work on the first two documents may begin in either order.
  expect(texts.toSorted()).toEqual(["heavy 1", "light 4", "light 5", "light 6"]);
});

test("with one place, a token that sends fifty heavy documents delays another by one of them", async () => {
  const services = await openServices();
  await addInterface(services, "shop");
  for (let at = 0; at < 50; at += 1) await send(services, "one", `heavy ${at}`);
  const begun = Promise.withResolvers<void>();
  const texts: string[] = [];
  const process: ProcessDocument = async (task) => {
    texts.push(documentText(task));
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

test("documents of a branch stay in order, for all senders", async () => {
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

test("a token has a limit of waiting documents, and others may still send theirs", async () => {
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
  // A document in processing does not count again.
  expect((await one.publishVersion(body("a"))).status).toBe(202);
  expect((await two.publishVersion(body("d"))).status).toBe(202);
});

test("readers without a token may have sixteen comparisons waiting, and must ask later", async () => {
  const running = await startPublisher({
    process: (task, { onBatch, signal }) =>
      task.hasPages
        ? processDocument(task, onBatch)
        : new Promise((_resolve, reject) => {
            signal.addEventListener("abort", () => reject(signal.reason));
          }),
  });
  const paths = ["a", "b", "c", "d", "e", "f", "g", "h"];
  const documents = paths.map((_, at) => ({ document: shop("1", ...paths.slice(0, at + 1)) }));
  await publishAll(running, "shop", documents);
  const pairs = paths.flatMap((_base, base) =>
    paths.slice(base + 2).map((_head, head) => `${base + 1}...${base + head + 3}`),
  );
  const compare = (pair: string, suffix = "html") =>
    fetch(`${running.site}/shop/compare/${pair}.${suffix}`);
  for (const pair of pairs.slice(0, 16)) expect((await compare(pair)).status, pair).toBe(202);
  const refused = pairs[16] ?? "";
  for (const suffix of ["html", "md"]) {
    const answer = await compare(refused, suffix);
    expect([answer.status, answer.headers.get("retry-after")], suffix).toEqual([429, "30"]);
    expect(await answer.text()).toContain("Many comparisons are waiting");
  }
  // Waiting comparisons do not count again, and each token has its own share.
  expect((await compare(pairs[0] ?? "")).status).toBe(202);
  const client = await running.as("read");
  const versions = await client.listVersions({ query: { interface: "shop" } });
  if (versions.status !== 200) throw new Error(`answered ${versions.status}`);
  const idOf = (number: number) =>
    versions.body.data.find((each) => each.number === number)?.id ?? "";
  const [base, head] = refused.split("...").map(Number);
  const asked = { path: { version_id: idOf(head ?? 0) }, query: { base: idOf(base ?? 0) } };
  expect((await client.diffVersions(asked)).status).toBe(202);
});
