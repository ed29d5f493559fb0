// The streaming SDK in a real browser, through the relay of examples/, which is killed and
// restarted.

import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Child, endChildren, startChild } from "../e2e/children.ts";
import { openPage } from "./open-page.ts";
import type { StreamsGiven, StreamsReport } from "./pages/streams.ts";

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "specwright-browser-"));
  const ports = ["--no-publisher", "--streams-port", "0", "--marketplace-port", "0"];
  const args = ["--ephemeral", ...ports, "--seed", "13"];
  const sandbox = startChild({ script: "apps/sandbox/src/main.ts", args, cwd: folder });
  await sandbox.line(/Ctrl\+C/);
});

afterAll(async () => {
  endChildren();
  await rm(folder, { recursive: true, force: true });
});

interface Relay {
  readonly child: Child;
  readonly url: string;
  readonly tickets: string;
}

async function startRelay(port: string): Promise<Relay> {
  const child = startChild({ script: "examples/relay.ts", args: [port], cwd: folder });
  const line = await child.line(/^browsers:/);
  const [, url = "", tickets = ""] = /(ws:\S+), tickets: POST (\S+)/.exec(line) ?? [];
  return { child, url, tickets };
}

test("orders and a book in a browser survive an interrupted connection", async (context) => {
  const relay = await startRelay("0");
  const given: StreamsGiven = { url: relay.url, count: 40 };
  const page = await openPage("streams", {
    given: () => given,
    answers: {
      "/ticket": async () => (await fetch(relay.tickets, { method: "POST" })).text(),
    },
    context,
  });
  await page.first(page.said("half"));
  await relay.child.stop("SIGKILL");
  await startRelay(new URL(relay.url).port);
  const report = (await page.first(page.report)) as StreamsReport;
  expect(report.seqs).toEqual(Array.from({ length: 40 }, (_, at) => `${at + 1}n`));
  expect(report.times.every((time) => /^\d{19}n$/.test(time))).toBe(true);
  expect(report.disconnects).toBeGreaterThan(0);
  expect(report.best).toMatch(/^\d+n$/);
});
