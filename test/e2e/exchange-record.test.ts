// The conformance kit watches the live sandbox: its channels agree, and no clause fails.

import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { runConformance } from "@specwright/conformance";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Child, endChildren, startChild } from "./children.ts";

let folder: string;
let sandbox: Child;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "specwright-kit-e2e-"));
  const free = ["--no-publisher", "--streams-port", "0", "--marketplace-port", "0"];
  sandbox = startChild({
    script: "apps/sandbox/src/main.ts",
    args: ["--ephemeral", ...free, "--speed", "10", "--seed", "11"],
    cwd: folder,
  });
  await sandbox.line(/Ctrl\+C/);
});

afterAll(async () => {
  endChildren();
  await rm(folder, { recursive: true, force: true });
});

/** Returns the text that the sandbox printed after a label. */
function printed(word: string): string {
  const line = sandbox.lines().find((one) => one.includes(word)) ?? "";
  return line.trim().split(/\s+/).at(-1) ?? "";
}

test("T8 no clause fails for the sandbox, and its channels agree", {
  timeout: 300_000,
}, async () => {
  const { results } = await runConformance({
    url: printed("Streams "),
    account: {
      accessKey: printed("Access key"),
      secretKey: printed("Secret key"),
      brokerId: printed("Broker id"),
    },
    soleBroker: true,
    timeoutMs: 30_000,
  });
  expect(results.filter(({ outcome }) => outcome === "fail")).toEqual([]);
  const outcomes = new Map(results.map(({ id, outcome, seen }) => [id, `${outcome}: ${seen}`]));
  const made = ["sequenced.x-sequence.resume.identity", "market-data.x-sequence.1.step"];
  const judged = [...made, "6.31", "6.32", "6.33", "S10.9", "S12.6", "S21.2", "S22.1", "S22.2"];
  for (const id of [...judged, "S23.1", "S24.1", "S26.1", "S27.1"]) {
    expect(`${id} ${outcomes.get(id)}`).toContain(`${id} pass`);
  }
});
