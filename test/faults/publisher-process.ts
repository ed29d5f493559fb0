// The publisher as a process that can be killed and restarted at the same address.

import { type ChildProcess, execFile, spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { promisify } from "node:util";
import { inheritedVariables } from "../e2e/inherited-variables.ts";
import { freePort } from "./service-process.ts";

/** A publisher that can be restarted. */
export interface PublisherProcess {
  readonly url: string;
  /** Runs a subcommand of the program; resolves with its output. */
  command(...args: readonly string[]): Promise<string>;
  /** Starts it; resolves when it is ready. */
  start(): Promise<void>;
  /** Stops it with a signal; resolves with its exit code. */
  end(signal: "SIGKILL" | "SIGTERM"): Promise<number | null>;
  /** Reports whether a child process processes a document. */
  isProcessing(): boolean;
  /** Suspends or resumes the child processes that process documents. */
  signalWorkers(signal: "SIGSTOP" | "SIGCONT"): void;
  /** Returns the metrics as text. */
  metrics(): Promise<string>;
  /** Returns the end of its log. */
  log(): string;
}

const main = new URL("../../apps/publisher/src/main.ts", import.meta.url).pathname;
const sources = "--conditions=@specwright/source";

/** Prepares a publisher; it starts with `start`. */
export async function preparePublisher(
  folder: string,
  variables: Readonly<Record<string, string>>,
): Promise<PublisherProcess> {
  const port = await freePort();
  const env = {
    ...inheritedVariables(),
    PUBLISHER_DATA: folder,
    PUBLISHER_PORT: String(port),
    PUBLISHER_OPERATIONS_PORT: "0",
    PUBLISHER_LAME_DUCK_SECONDS: "0",
    PUBLISHER_RATE_LIMITS: "off",
    ...variables,
  };
  let child: ChildProcess | undefined;
  let ending = false;
  let logged = "";
  let operations = "";

  return {
    url: `http://127.0.0.1:${port}`,
    async command(...args) {
      const run = promisify(execFile);
      const { stdout } = await run(process.execPath, [sources, main, ...args], {
        env,
        timeout: 60_000,
      });
      return stdout.trim();
    },
    async start() {
      const made = spawn(process.execPath, [sources, main], {
        env,
        stdio: ["ignore", "pipe", "pipe"],
      });
      child = made;
      ending = false;
      made.stderr.setEncoding("utf8").on("data", (text: string) => {
        logged = (logged + text).slice(-20_000);
      });
      const ready = Promise.withResolvers<void>();
      made.once("exit", (code, signal) => {
        const error = new Error(`it ended with ${code ?? signal}: ${logged.slice(-2000)}`);
        ready.reject(error);
        // No code awaits an unexpected exit; it ends the run with its reason.
        if (!ending) throw error;
      });
      createInterface(made.stdout).once("line", (text) => {
        operations = String((JSON.parse(text) as { readonly operations?: string }).operations);
        ready.resolve();
      });
      await ready.promise;
    },
    async end(signal) {
      const ended = child;
      if (ended === undefined || ended.exitCode !== null || ended.signalCode !== null) {
        return ended?.exitCode ?? null;
      }
      const gone = new Promise<number | null>((resolve) => ended.once("exit", resolve));
      ending = true;
      ended.kill(signal);
      return await gone;
    },
    isProcessing: () => workersOf(child?.pid).length > 0,
    signalWorkers(signal) {
      for (const pid of workersOf(child?.pid)) process.kill(pid, signal);
    },
    async metrics() {
      const response = await fetch(`${operations}/metrics`);
      return await response.text();
    },
    log: () => logged,
  };
}

/**
 * Returns the child processes that process documents. A child counts once its program is loaded: until then
 * the service waits for it, and would hang if it were suspended.
 */
function workersOf(pid: number | undefined): readonly number[] {
  return childrenOf(pid).filter((child) => {
    try {
      return /\/(?:src|dist)\/worker\.[jt]s/.test(readFileSync(`/proc/${child}/cmdline`, "utf8"));
    } catch {
      return false;
    }
  });
}

function childrenOf(pid: number | undefined): readonly number[] {
  try {
    const pids = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").trim();
    return pids === "" ? [] : pids.split(" ").map(Number);
  } catch {
    return [];
  }
}
