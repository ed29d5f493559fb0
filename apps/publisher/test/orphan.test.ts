// kill -9 while a document is being processed: the process that works on it ends, too, even when it
// is so busy that it hears nothing.

import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { expect, onTestFinished, test } from "vitest";

const program = fileURLToPath(new URL("./working-process.ts", import.meta.url));

/** A document on which a process would work for years: the search for a match has no end. */
const endless = `openapi: 3.1.1
info: { title: Endless, version: "1.0" }
paths:
  /names:
    get:
      responses:
        "200":
          description: A name.
          content:
            application/json:
              schema: { type: string, pattern: "^(?=a)(a+)+$", default: "${"a".repeat(60)}!" }
`;

test("a process at work on a document does not outlive a killed service", {
  timeout: 90_000,
}, async () => {
  const service = spawn(
    process.execPath,
    ["--conditions=@specwright/source", "--no-warnings", program],
    { stdio: ["pipe", "inherit", "inherit"] },
  );
  onTestFinished(() => void service.kill("SIGKILL"));
  service.stdin?.end(endless);
  // It has started after a second of processor time or two, and is in the loop afterwards.
  const isBusy = ({ parent, seconds }: Process) => parent === service.pid && seconds >= 4;
  const [worker] = await seen((all) => all.filter(isBusy), 60_000);
  const left = () => processes().filter(({ id }) => id === worker?.id);
  onTestFinished(() => left().forEach(({ id }) => void process.kill(id, "SIGKILL")));

  service.kill("SIGKILL");
  await once(service, "exit");
  await expect.poll(left, { timeout: 5_000 }).toEqual([]);
});

/** A process of this machine, with the processor time that it has used. */
interface Process {
  readonly id: number;
  readonly parent: number;
  readonly seconds: number;
}

function processes(): readonly Process[] {
  const text = execFileSync("ps", ["-A", "-o", "pid=,ppid=,time="], { encoding: "utf8" });
  return text
    .trim()
    .split("\n")
    .map((line) => {
      const [id, parent, time = ""] = line.trim().split(/\s+/);
      const seconds = time.split(":").reduce((sum, part) => 60 * sum + Number(part), 0);
      return { id: Number(id), parent: Number(parent), seconds };
    });
}

async function seen(
  find: (all: readonly Process[]) => readonly Process[],
  timeoutMs: number,
): Promise<readonly Process[]> {
  const until = performance.now() + timeoutMs;
  for (;;) {
    const found = find(processes());
    if (found.length > 0) return found;
    if (performance.now() > until) throw new Error("no process is busy with the document");
    await setTimeout(100);
  }
}
