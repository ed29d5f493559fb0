// The service is killed while very many clients are connected. All of them return at once.

import { publishOrders } from "./order-load.ts";
import { keysFor, watchOrders } from "./order-watch.ts";
import { sampleMemory } from "./sample-memory.ts";
import { faultKeys, type MemoryUse, prepareService, waitUntil } from "./service-process.ts";
import { withFolder } from "./with-folder.ts";

/** The result of the run. */
export interface CrowdReport {
  readonly clients: number;
  readonly acknowledged: number;
  readonly delivered: number;
  /**
   * The time until a percentage of clients received frames, after the service was ready again, in
   * milliseconds.
   */
  readonly backMs: { readonly p50: number; readonly p99: number; readonly all: number };
  /** The number of failed connection attempts, refused or while the service was down. */
  readonly disconnects: number;
  /** Before the kill, and the peak after it, in MiB. */
  readonly memory: { readonly before: MemoryUse; readonly peak: MemoryUse };
}

/**
 * Kills and restarts a service with a number of clients.
 *
 * @throws Error if a frame was lost, duplicated or reordered.
 */
export function reconnectCrowd(clients: number): Promise<CrowdReport> {
  return withFolder(async (folder, undo) => {
    const keys = faultKeys(keysFor(clients));
    const [key] = keys;
    if (key === undefined) throw new Error("there is no key");
    const service = await prepareService({ folder }, keys);
    undo(() => service.end("SIGKILL"));
    await service.start();
    const watch = watchOrders(service, keys, clients);
    undo(() => watch.close());
    // A low rate, so that the result depends on the clients and not on the load.
    const load = publishOrders(service, key, { window: 20, burst: 1, everyMs: 100 });
    await waitUntil(() => watch.clients.every(({ last }) => last > 0), "every client is live");
    const memory = sampleMemory(service);
    undo(() => memory.end());
    const before = memory.peak();
    await service.end("SIGKILL");
    const lastBefore = Math.max(...watch.clients.map(({ last }) => last));
    await service.start();
    const startedMs = performance.now();
    const back = new Map<number, number>();
    await waitUntil(() => {
      const now = performance.now() - startedMs;
      for (const [at, { last }] of watch.clients.entries()) {
        if (last > lastBefore && !back.has(at)) back.set(at, Math.round(now));
      }
      return back.size === clients;
    }, "every client is back");
    await load.end();
    await watch.settle();
    const times = [...back.values()].sort((a, b) => a - b);
    const part = (percent: number): number =>
      times[Math.min(times.length - 1, Math.floor((times.length * percent) / 100))] ?? 0;
    return {
      clients,
      acknowledged: service.answers.size,
      delivered: watch.delivered(),
      backMs: { p50: part(50), p99: part(99), all: part(100) },
      disconnects: watch.count("disconnected"),
      memory: { before, peak: memory.peak() },
    };
  });
}
