// Jobs: their order, their attempts, and that each has one result.

import { setTimeout } from "node:timers/promises";
import { silentLogger, systemClock } from "@specwright/runtime";
import { expect, onTestFinished, test } from "vitest";
import { startJobRunner } from "../src/jobs/job-runner.ts";
import { jobTaker } from "../src/jobs/job-taker.ts";
import type { ProcessDocument } from "../src/processing/protocol.ts";
import { acceptVersion } from "../src/versions/accept-version.ts";
import { documentText, stubFacts, stubProcess } from "./stub-process.ts";
import { publish, request, startServices } from "./test-runner.ts";
import { addInterface, execute, openServices, temporaryFolder } from "./test-services.ts";

async function accept(
  services: Parameters<typeof acceptVersion>[0],
  wanted: Parameters<typeof acceptVersion>[1],
): Promise<string> {
  const acceptance = await acceptVersion(services, wanted);
  if (acceptance.kind !== "accepted") throw new Error("not accepted");
  return acceptance.id;
}

test("versions of a branch are processed one after the other, branches at the same time", async () => {
  const running = new Map<string, number>();
  const order: string[] = [];
  let most = 0;
  const process: ProcessDocument = async (task) => {
    const text = documentText(task);
    const branch = text.slice(0, 1);
    running.set(branch, (running.get(branch) ?? 0) + 1);
    expect(running.get(branch)).toBe(1);
    most = Math.max(
      most,
      [...running.values()].reduce((sum, one) => sum + one, 0),
    );
    await setTimeout(Math.random() * 20);
    running.set(branch, 0);
    order.push(text);
    return { kind: "done", facts: stubFacts };
  };
  const services = await startServices({ process, concurrency: 3 });
  await addInterface(services, "shop");
  const ids: string[] = [];
  for (let at = 0; at < 5; at += 1) {
    for (const branch of ["a", "b", "c", "d"]) {
      ids.push(await accept(services, request(`${branch}${at}`, { branch })));
    }
  }
  for (const id of ids) await services.runner.settled(id, 30_000);
  for (const branch of ["a", "b", "c", "d"]) {
    expect(order.filter((text) => text.startsWith(branch))).toEqual(
      [0, 1, 2, 3, 4].map((at) => `${branch}${at}`),
    );
  }
  expect(most).toBeGreaterThan(1);
  expect(most).toBeLessThanOrEqual(3);
  const versions = await services.storage.committed.versions.list({ limit: 100 });
  expect(versions.map(({ number }) => number).toSorted((one, other) => one - other)).toEqual(
    Array.from({ length: 20 }, (_, at) => at + 1),
  );
});

test("a version that fails three times is failed, and the next one is processed", async () => {
  const attempts: string[] = [];
  const process: ProcessDocument = async (task) => {
    attempts.push(documentText(task));
    return documentText(task) === "bad"
      ? { kind: "failed", reason: "it takes too long", details: "", isOverLimits: false }
      : { kind: "done", facts: stubFacts };
  };
  const services = await startServices({ process });
  await addInterface(services, "shop");
  // One after the other, since only this decides which is processed first.
  const accepted = await acceptVersion(services, request("bad"));
  const good = await publish(services, request("good"));
  const bad = "id" in accepted && (await services.storage.committed.versions.byId(accepted.id));
  expect(bad).toMatchObject({ state: "failed", failure: "it takes too long" });
  expect(good).toMatchObject({ state: "published", number: 1, previousId: null });
  expect(attempts).toEqual(["bad", "bad", "bad", "good"]);
  // The same content may be published again, after a program with the fault was replaced.
  expect(await acceptVersion(services, request("bad"))).toMatchObject({ kind: "accepted" });
});

test("a process that has lost its job stores nothing", async () => {
  const folder = await temporaryFolder();
  const held = Promise.withResolvers<void>();
  let attempts = 0;
  const process: ProcessDocument = async (task, options) => {
    attempts += 1;
    if (attempts === 1) {
      await options.onBatch({});
      // Another process takes the job, as after a long pause of this one.
      await execute(folder, "UPDATE jobs SET claim = 'another', due_at = 0 RETURNING id");
      held.resolve();
    }
    return await stubProcess(task, options);
  };
  const services = await startServices({ process, folder, leaseMs: 60_000 });
  await addInterface(services, "shop");
  const version = await publish(services, request("a"));
  await held.promise;
  expect(attempts).toBe(2);
  expect(version).toMatchObject({ state: "published", number: 1 });
  expect(await services.storage.committed.pages.list(version.id)).toHaveLength(3);
});

test("a claim is renewed for as long as the work takes", async () => {
  let attempts = 0;
  const process: ProcessDocument = async (task, options) => {
    attempts += 1;
    await setTimeout(400);
    return await stubProcess(task, options);
  };
  const services = await startServices({ process, leaseMs: 150, concurrency: 2 });
  await addInterface(services, "shop");
  expect(await publish(services, request("a"))).toMatchObject({ state: "published" });
  expect(attempts).toBe(1);
});

test("a stopping runner gives its unfinished jobs back", async () => {
  const begun = Promise.withResolvers<void>();
  const hanging: ProcessDocument = async (_, { signal }) => {
    begun.resolve();
    await setTimeout(60_000, undefined, { signal }).catch(() => signal.throwIfAborted());
    return { kind: "done", facts: stubFacts };
  };
  const services = await openServices();
  await addInterface(services, "shop");
  const { storage } = services;
  const setup = { storage, clock: systemClock, logger: silentLogger };
  const first = startJobRunner({ ...setup, process: hanging, leaseMs: 60_000 });
  const id = await accept({ ...services, runner: first }, request("a"));
  await begun.promise;
  await first.close();
  const second = startJobRunner({ ...setup, process: stubProcess });
  onTestFinished(() => second.close());
  await second.settled(id, 10_000);
  expect(await storage.committed.versions.byId(id)).toMatchObject({ state: "published" });
});

test("runners share the work, and nothing is processed twice", async () => {
  const services = await startServices({ process: stubProcess, concurrency: 2 });
  const { storage } = services;
  const others = [1, 2].map(() =>
    startJobRunner({
      ...{ storage, clock: systemClock, logger: silentLogger },
      ...{ process: stubProcess, concurrency: 2, pollMs: 5 },
    }),
  );
  onTestFinished(async () => {
    for (const other of others) await other.close();
  });
  await addInterface(services, "shop");
  const ids = await Promise.all(
    Array.from({ length: 40 }, (_, at) =>
      accept(services, request(`${at}`, { branch: `b${at % 7}` })),
    ),
  );
  for (const id of ids) await services.runner.settled(id, 30_000);
  const versions = await storage.committed.versions.list({ limit: 100 });
  expect(versions).toHaveLength(40);
  expect(new Set(versions.map(({ number }) => number)).size).toBe(40);
  expect(Math.max(...versions.map(({ number }) => number))).toBe(40);
});

test("a request to look for jobs is not lost, whenever it comes during a look", async () => {
  const { storage } = await openServices();
  const closing = new AbortController();
  onTestFinished(() => closing.abort());
  // The promises of a look are settled one after another; the request comes between any two of them.
  for (let turns = 0; turns < 30; turns += 1) {
    let looks = 0;
    const taker = jobTaker({
      storage: {
        ...storage,
        async transaction(work) {
          looks += 1;
          const result = await storage.transaction(work);
          if (looks === 1) void requestAfter(turns);
          return result;
        },
      },
      clock: systemClock,
      logger: silentLogger,
      process: stubProcess,
      closing: closing.signal,
      report: (error) => expect.fail(String(error)),
      onEnd: () => {},
    });
    const requestAfter = async (left: number): Promise<void> => {
      for (let turn = 0; turn < left; turn += 1) await undefined;
      taker.wake();
    };
    taker.wake();
    await expect.poll(() => looks, { timeout: 2_000, interval: 1 }).toBe(2);
  }
});
