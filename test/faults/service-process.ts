// The streaming service as a process that publishes commands and may be killed at any time. Commands
// without a response are sent again with the same id.

import { type ChildProcess, spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { stringifyJson } from "@specwright/runtime";
import { openKeyStore } from "@specwright/streams-service";
import { inheritedVariables } from "../e2e/inherited-variables.ts";

/** An access key of the service. */
export interface FaultKey {
  readonly accessKey: string;
  readonly secretKey: string;
  readonly brokerId: string;
}

export interface ServiceOptions {
  /** The folder for its data. */
  readonly folder: string;
  readonly env?: Readonly<Record<string, string>>;
  /** Additional arguments for Node. */
  readonly nodeArgs?: readonly string[];
  /** Called for each response with a number, when it arrives. */
  readonly onAnswer?: (id: string, seq: number) => void;
}

/** The memory of a service in MiB; 0 if the system does not report it. */
export interface MemoryUse {
  /** All resident memory, including file pages, which the system can reclaim. */
  readonly rss: number;
  /** The private memory of the process. */
  readonly own: number;
}

/** A service that can be restarted. */
export interface ServiceProcess {
  readonly url: string;
  /** The numbers of the published frames, by id. */
  readonly answers: ReadonlyMap<string, number>;
  /** The number of refused commands, by code; each is sent again until it is accepted. */
  readonly refusals: ReadonlyMap<string, number>;
  /** Returns the number of commands without a response. */
  unanswered(): number;
  /** Starts it; resolves when it is ready. */
  start(): Promise<void>;
  /** Stops it with a signal; resolves with its exit code. */
  end(signal: "SIGKILL" | "SIGTERM"): Promise<number | null>;
  signal(signal: NodeJS.Signals): void;
  /** Publishes a command with an id. */
  send(id: string, command: object): void;
  /** Returns the metrics as text. */
  metrics(): Promise<string>;
  memory(): MemoryUse;
  /** Returns the response of `/readyz`. */
  readyz(): Promise<{ readonly status: number; readonly text: string }>;
  /** Returns its log output. */
  log(): string;
}

const main = new URL("../../apps/streams/src/main.ts", import.meta.url).pathname;
/** The delay before a refused command is sent again, in milliseconds. */
const RETRY_MS = 50;

/** Creates keys for one broker; each key allows 64 connections. */
export function faultKeys(count: number): readonly FaultKey[] {
  return Array.from({ length: count }, (_, at) => ({
    accessKey: `ak-faults-${at}`,
    secretKey: "3c".repeat(32),
    brokerId: "BRK-FAULTS",
  }));
}

/** Prepares a service with these keys; it starts with `start`. */
export async function prepareService(
  { folder, env = {}, nodeArgs = [], onAnswer }: ServiceOptions,
  keys: readonly FaultKey[],
): Promise<ServiceProcess> {
  const store = openKeyStore(join(folder, "keys.sqlite"));
  for (const key of keys) await store.add(key);
  await store.close();
  const port = await freePort();
  const answers = new Map<string, number>();
  const refusals = new Map<string, number>();
  const unanswered = new Map<string, string>();
  let child: ChildProcess | undefined;
  let ending = false;
  /** Whether commands go directly to the process. Before that, they would overtake waiting commands. */
  let taking = false;
  /** Commands that wait, because an earlier one was refused. */
  const held = new Set<string>();
  let sendAgain: NodeJS.Timeout | undefined;
  let operations = "";
  let logged = "";

  function take(line: Line): void {
    const { id, seq, error } = line;
    if (id === undefined) return;
    if (seq !== undefined) {
      answers.set(id, seq);
      onAnswer?.(id, seq);
      unanswered.delete(id);
      return;
    }
    const code = error?.code ?? "none";
    refusals.set(code, (refusals.get(code) ?? 0) + 1);
    held.add(id);
    sendAgain ??= setTimeout(writeHeld, RETRY_MS);
  }

  /** Sends refused commands and the ones after them again, in order. */
  function writeHeld(): void {
    sendAgain = undefined;
    for (const [id, text] of unanswered) {
      if (held.delete(id) && taking) child?.stdin?.write(text);
    }
    held.clear();
  }

  return {
    url: `ws://127.0.0.1:${port}/v1`,
    answers,
    refusals,
    unanswered: () => unanswered.size,
    async start() {
      const args = ["--conditions=@specwright/source", ...nodeArgs, main, "serve"];
      const made = spawn(process.execPath, args, {
        env: {
          ...inheritedVariables(),
          STREAMS_DATA: folder,
          STREAMS_PUBLISH: "stdin",
          STREAMS_PORT: String(port),
          STREAMS_OPERATIONS_PORT: "0",
          ...env,
        },
        stdio: ["pipe", "pipe", "pipe"],
      });
      child = made;
      ending = false;
      taking = false;
      made.stdin.on("error", () => {});
      made.stderr.setEncoding("utf8").on("data", (text: string) => {
        logged = (logged + text).slice(-200_000);
      });
      const ready = Promise.withResolvers<void>();
      made.once("exit", (code, signal) => {
        const error = new Error(`it ended with ${code ?? signal}: ${logged.slice(-2000)}`);
        ready.reject(error);
        // No code awaits an unexpected exit; it ends the run with its reason.
        if (!ending) throw error;
      });
      createInterface({ input: made.stdout }).on("line", (text) => {
        const line = JSON.parse(text) as Line;
        if (line.ready === true) {
          operations = String(line.operations);
          ready.resolve();
        }
        take(line);
      });
      await ready.promise;
      held.clear();
      for (const line of unanswered.values()) made.stdin.write(line);
      taking = true;
    },
    async end(signal) {
      const ended = child;
      if (ended === undefined || ended.exitCode !== null || ended.signalCode !== null) {
        return ended?.exitCode ?? null;
      }
      const gone = new Promise<number | null>((resolve) => ended.once("exit", resolve));
      ending = true;
      taking = false;
      ended.kill(signal);
      return gone;
    },
    signal: (signal) => void child?.kill(signal),
    send(id, command) {
      const line = `${stringifyJson({ ...command, id })}\n`;
      unanswered.set(id, line);
      if (sendAgain !== undefined) held.add(id);
      else if (taking) child?.stdin?.write(line);
    },
    async metrics() {
      const response = await fetch(`${operations}/metrics`);
      return response.text();
    },
    async readyz() {
      const response = await fetch(`${operations}/readyz`, { signal: AbortSignal.timeout(2_000) });
      return { status: response.status, text: await response.text() };
    },
    memory: () => memoryOf(child?.pid),
    log: () => logged,
  };
}

interface Line {
  readonly id?: string;
  readonly seq?: number;
  readonly error?: { readonly code: string };
  readonly ready?: boolean;
  readonly operations?: string;
}

function memoryOf(pid: number | undefined): MemoryUse {
  try {
    const text = readFileSync(`/proc/${pid}/status`, "utf8");
    const mebibytes = (name: string): number =>
      Math.round(Number(new RegExp(`${name}:\\s+(\\d+) kB`).exec(text)?.[1] ?? 0) / 1024);
    return { rss: mebibytes("VmRSS"), own: mebibytes("RssAnon") };
  } catch {
    return { rss: 0, own: 0 };
  }
}

export function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const probe = createServer().listen(0, "127.0.0.1", () => {
      const address = probe.address();
      probe.close(() =>
        resolve(typeof address === "object" && address !== null ? address.port : 0),
      );
    });
  });
}

/** Waits until a condition holds; fails after two minutes by default, longer than any machine needs. */
export async function waitUntil(
  holds: () => boolean | Promise<boolean>,
  what: string,
  limitMs: number = 120_000,
): Promise<void> {
  const deadline = Date.now() + limitMs;
  while (!(await holds())) {
    if (Date.now() > deadline) throw new Error(`it did not come to pass in time that ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
