// A process that publishes on request, until it is killed.

import { randomBytes, randomUUID } from "node:crypto";
import { silentLogger, systemClock } from "@specwright/runtime";
import type { DatabaseLocation } from "@specwright/service/database";
import { startJobRunner } from "../src/jobs/job-runner.ts";
import type { Services } from "../src/services.ts";
import { openStorage } from "../src/storage/open-storage.ts";
import { acceptVersion } from "../src/versions/accept-version.ts";
import { stubProcess } from "./stub-process.ts";

type Order = { readonly text: string; readonly branch: string } | { readonly finish: true };

const database: DatabaseLocation = JSON.parse(process.argv[2] ?? "");
const clock = systemClock;
const storage = await openStorage({ database, clock });
const setup = { storage, clock, logger: silentLogger };
const runner = startJobRunner({
  ...setup,
  ...{ process: stubProcess, concurrency: 2, pollMs: 20, leaseMs: 500 },
});
const services: Services = {
  ...setup,
  ...{ runner, random: (size) => randomBytes(size), newId: () => randomUUID() },
};

async function publish(text: string, branch: string): Promise<void> {
  const acceptance = await acceptVersion(services, {
    ...{ interface: "shop", branch, commit: null, release: { title: null, notes: null } },
    document: { path: "a.yaml", files: [{ path: "a.yaml", text }], format: null },
  });
  if ("id" in acceptance) process.send?.({ text, id: acceptance.id });
}

async function finish(): Promise<void> {
  while ((await storage.committed.jobs.waiting()).count > 0) {
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  process.send?.("finished");
}

// In the order in which they come, one after the other, as from one builder.
let last: Promise<void> = Promise.resolve();
process.on("message", (order: Order) => {
  last = last.then(() => ("finish" in order ? finish() : publish(order.text, order.branch)));
});
process.send?.("ready");
