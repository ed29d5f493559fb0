// A client stops reading under load. The service keeps the client's backlog in the log instead of memory,
// other clients are not affected, and the client loses nothing when it reads again.

import { sleep, systemClock } from "@specwright/runtime";
import { publishOrders } from "./order-load.ts";
import { watchOrders } from "./order-watch.ts";
import { sampleMemory } from "./sample-memory.ts";
import { faultKeys, type MemoryUse, prepareService, waitUntil } from "./service-process.ts";
import { withFolder } from "./with-folder.ts";

/** How the client is stalled. */
export interface StallOptions {
  /** How long it stops reading, in milliseconds; at least until the service has closed it. */
  readonly stallMs: number;
  /**
   * After how long the service closes a client that does not respond to pings, in milliseconds. Default:
   * the service's own.
   */
  readonly slowReaderMs?: number;
  /** The number of clients that keep reading. */
  readonly others: number;
}

/** The result of the run. */
export interface StallReport {
  readonly stalledMs: number;
  readonly acknowledged: number;
  readonly published: number;
  /** The number of frames that the stalled client had when it stopped, and when it read again. */
  readonly stalledAt: number;
  readonly wokenAt: number;
  /** The close codes: 1006 if the close frame did not fit into the full buffer. */
  readonly closes: readonly (number | undefined)[];
  /** The largest number of frames that another client lagged behind. */
  readonly othersBehind: number;
  readonly othersDisconnected: number;
  /** The most bytes that the service buffered for all clients during the stall. */
  readonly pendingBytes: number;
  /** The peak under the same load for an equal time before the stall, and during it, in MiB. */
  readonly memory: { readonly before: MemoryUse; readonly stalled: MemoryUse };
}

/** The number of frames before the measurement. */
const WARM_FRAMES = 1000;

/**
 * Stalls a client.
 *
 * @throws Error if a frame was lost, duplicated or reordered.
 */
export function stallClient(options: StallOptions): Promise<StallReport> {
  const { stallMs, slowReaderMs, others } = options;
  return withFolder(async (folder, undo) => {
    const keys = faultKeys(1);
    const [key] = keys;
    if (key === undefined) throw new Error("there is no key");
    const env = slowReaderMs === undefined ? {} : settings(slowReaderMs);
    const service = await prepareService({ folder, env }, keys);
    undo(() => service.end("SIGKILL"));
    await service.start();
    const watch = watchOrders(service, keys, others + 1);
    undo(() => watch.close());
    const [stalled, ...rest] = watch.clients;
    if (stalled === undefined) throw new Error("there is no client");
    const memory = sampleMemory(service);
    undo(() => memory.end());
    // More than the system's buffer for a client that does not read, which is a few megabytes.
    const load = publishOrders(service, key, { window: 100, paddingBytes: 8000 });
    // The same load first, so that only the stall makes the difference.
    const warmMs = performance.now();
    await waitUntil(() => service.answers.size > WARM_FRAMES, "the service is warm");
    await sleep(systemClock, Math.max(0, stallMs - (performance.now() - warmMs)));
    const before = memory.peak();

    stalled.stream.pause();
    const stalledAt = stalled.last;
    const startedMs = performance.now();
    let othersBehind = 0;
    let pendingBytes = 0;
    const closed = async (): Promise<boolean> => {
      const metrics = await service.metrics();
      const pending = /^streams_pending_bytes (\d+)/m.exec(metrics)?.[1];
      pendingBytes = Math.max(pendingBytes, Number(pending));
      return /^streams_endings_total\{cause="flow_control"\} [1-9]/m.test(metrics);
    };
    let [stillOpen, looked] = [true, startedMs];
    while (stillOpen || performance.now() - startedMs < stallMs) {
      const acknowledged = service.answers.size;
      for (const { last } of rest) othersBehind = Math.max(othersBehind, acknowledged - last);
      if (stillOpen && performance.now() - looked > 250) {
        looked = performance.now();
        stillOpen = !(await closed());
      }
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    const stalledMemory = memory.peak();
    const stalledMs = Math.round(performance.now() - startedMs);
    const wokenAt = service.answers.size;
    stalled.stream.resume();
    await waitUntil(() => stalled.last > wokenAt, "the stalled client has what it missed");
    await load.end();
    await watch.settle();
    return {
      stalledMs,
      acknowledged: service.answers.size,
      published: load.published(),
      stalledAt,
      wokenAt,
      closes: stalled.events.flatMap((event) =>
        event.type === "disconnected" ? [event.code] : [],
      ),
      othersBehind,
      othersDisconnected: rest.reduce(
        (sum, { events }) => sum + events.filter(({ type }) => type === "disconnected").length,
        0,
      ),
      pendingBytes,
      memory: { before, stalled: stalledMemory },
    };
  });
}

function settings(slowReaderMs: number): Readonly<Record<string, string>> {
  return {
    STREAMS_SLOW_READER_MS: String(slowReaderMs),
    STREAMS_HEARTBEAT_MS: String(Math.ceil(slowReaderMs / 2)),
  };
}
