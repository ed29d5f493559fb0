// One server and its clients, each in a process and on a core of its own.

import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import type { CrowdCommand, FanOutKind, ServerCommand, ServerUsage } from "./fan-out.ts";

/** Is a case: so many clients, and so many frames published in one go. */
export interface FanOutLoad {
  readonly clients: number;
  readonly burst: number;
}

/** Is what a server cost. */
export interface FanOutCost {
  /** Of the server's process, per frame that reached a client, in microseconds. */
  readonly cpuMicros: number;
  readonly deliveriesPerSecond: number;
  readonly rssMegabytes: number;
}

const extension = import.meta.url.endsWith(".ts") ? "ts" : "js";
const warmUpMs = 500;
const measureMs = 2000;

/** Measures a server: bursts one after another, each when all clients have the one before. */
export async function measureFanOut(
  kind: FanOutKind,
  { clients, burst }: FanOutLoad,
  folders: Readonly<Record<string, string>>,
): Promise<FanOutCost> {
  const server = start("serve", 0, [kind, JSON.stringify(folders)]);
  const crowd = start("crowd", 1, []);
  try {
    const [{ port }] = (await message(server)) as [{ port: number }];
    tell(crowd, { command: "connect", kind, port, count: clients });
    await message(crowd);
    await run(warmUpMs);
    const before = await usage();
    const started = performance.now();
    const rounds = await run(measureMs);
    const seconds = (performance.now() - started) / 1000;
    const after = await usage();
    const deliveries = rounds * burst * clients;
    return {
      cpuMicros: (after.cpuMicros - before.cpuMicros) / deliveries,
      deliveriesPerSecond: deliveries / seconds,
      rssMegabytes: after.rssMegabytes,
    };
  } finally {
    server.disconnect();
    crowd.disconnect();
  }

  async function run(forMs: number): Promise<number> {
    const until = performance.now() + forMs;
    let rounds = 0;
    while (performance.now() < until) {
      const counted = message(crowd);
      tell(crowd, { command: "count", frames: burst * clients });
      tell(server, { command: "publish", count: burst });
      await counted;
      rounds += 1;
    }
    return rounds;
  }

  async function usage(): Promise<ServerUsage> {
    const answer = message(server);
    tell(server, { command: "usage" });
    const [used] = await answer;
    return used as ServerUsage;
  }
}

function start(module: "serve" | "crowd", core: number, args: readonly string[]): ChildProcess {
  const path = new URL(`./${module}.${extension}`, import.meta.url);
  const pinned = existsSync("/usr/bin/taskset");
  return fork(path, args, {
    // A shared core would charge one with the other's cache misses.
    ...(pinned && {
      execPath: "/usr/bin/taskset",
      execArgv: ["-c", String(core), process.execPath, ...process.execArgv],
    }),
  });
}

function tell(child: ChildProcess, command: ServerCommand | CrowdCommand): void {
  child.send(command);
}

async function message(child: ChildProcess): Promise<unknown[]> {
  const stop = new AbortController();
  const { signal } = stop;
  try {
    const ended = once(child, "exit", { signal }).then(([code]) => {
      throw new Error(`a process of the benchmark ended with ${String(code)}`);
    });
    return await Promise.race([once(child, "message", { signal }), ended]);
  } finally {
    stop.abort();
  }
}
