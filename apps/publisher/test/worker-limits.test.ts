// The limits of a process that works on a document: only its own code, limited time and memory.

import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { systemClock } from "@specwright/runtime";
import { expect, test } from "vitest";
import { permissionArguments } from "../src/processing/permission-arguments.ts";
import type { DocumentTask, ProcessLimits } from "../src/processing/protocol.ts";
import { workerProcesses } from "../src/processing/run-worker.ts";
import { shop } from "./test-runner.ts";

const src = fileURLToPath(new URL("../src/", import.meta.url));

/** Runs a script like the process, and returns its output. */
function run(script: string): string {
  const args = [...permissionArguments(), "--no-warnings", "--input-type=module", "--eval", script];
  const { stdout, stderr } = spawnSync(process.execPath, args, { encoding: "utf8", env: {} });
  return stdout || stderr;
}

test.each([
  ["read a file", `fs.readFileSync("/etc/passwd")`],
  ["list a folder", `fs.readdirSync("${process.cwd()}")`],
  ["write a file", `fs.writeFileSync("/tmp/written-by-a-document", "")`],
  ["start a process", `(await import("node:child_process")).spawnSync("true")`],
  ["start a thread", `new (await import("node:worker_threads")).Worker("0", { eval: true })`],
])("it cannot %s", (_, script) => {
  const whole = `import fs from "node:fs";
    try { ${script}; console.log("done"); } catch (error) { console.log(error.code); }`;
  expect(run(whole).trim()).toBe("ERR_ACCESS_DENIED");
});

test.each([
  `await fetch("http://127.0.0.1:9")`,
  `net.connect(9, "127.0.0.1")`,
  `net.createServer().listen(0)`,
  `dns.lookup("localhost", () => {})`,
  `await dns.promises.resolve("localhost")`,
  `dgram.createSocket("udp4").send("", 9, "127.0.0.1")`,
  `new WebSocket("ws://127.0.0.1:9")`,
])("it has no network: %s", (script) => {
  const whole = `import dgram from "node:dgram"; import dns from "node:dns"; import net from "node:net";
    import { denyNetwork } from "${src}worker/deny-network.ts"; denyNetwork();
    try { ${script}; console.log("done"); } catch (error) { console.log(error.message); }`;
  expect(run(whole).trim()).toBe("this process has no network");
});

function taskOf(text: string): DocumentTask {
  const head = { path: "openapi.yaml", files: [{ path: "openapi.yaml", content: gzipSync(text) }] };
  return { head, base: null, format: null, hasPages: true };
}

const large = shop(...Array.from({ length: 5_000 }, (_, at) => `list${at}`));
const endless = `${shop("cats")}components:
  schemas: { Name: { type: string, pattern: "^(?=a)(a+)+$", default: ${"a".repeat(60)}! } }
`;
/** A clock on which a time limit is over while the process is starting. */
const hurried = {
  setTimer: (delayMs: number, fire: () => void) => systemClock.setTimer(delayMs / 10_000, fire),
};
const limits: readonly (readonly [string, string, ProcessLimits, typeof hurried, string])[] = [
  [
    ...(["processor time", endless, { cpuSeconds: 3, heapMb: 512 }, systemClock] as const),
    "Processing the document takes more processor time than the limit (3 s).",
  ],
  [
    ...(["time", large, { cpuSeconds: 60, heapMb: 512 }, hurried] as const),
    "The document was not processed within 240 seconds.",
  ],
  [
    ...(["memory", large, { cpuSeconds: 60, heapMb: 32 }, systemClock] as const),
    "Processing the document takes more memory than the limit.",
  ],
];

test.each(limits)(
  "one that exceeds its limit of %s is killed",
  async (_, text, limit, clock, reason) => {
    const work = workerProcesses(limit, clock);
    const { signal } = new AbortController();
    const outcome = await work(taskOf(text), { onBatch: async () => {}, signal });
    expect(outcome).toMatchObject({ kind: "failed", reason, isOverLimits: true });
  },
);

test("one whose result is not wanted any more is killed", async () => {
  const work = workerProcesses({ cpuSeconds: 60, heapMb: 512 }, systemClock);
  const aborting = new AbortController();
  const working = work(taskOf(large), { onBatch: async () => {}, signal: aborting.signal });
  aborting.abort(new Error("enough"));
  await expect(working).rejects.toThrow("enough");
  const { signal } = new AbortController();
  const onBatch = () => Promise.reject(new Error("the storage refused"));
  await expect(work(taskOf(shop("cats")), { onBatch, signal })).rejects.toThrow("storage refused");
});
