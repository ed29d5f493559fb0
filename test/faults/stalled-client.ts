// A client that stops reading under load: the service keeps its backlog in the log and not in memory,
// the others notice nothing, and when it reads again it has lost nothing.

import { sleep, systemClock } from "@specwright/runtime";
import { publishOrders } from "./order-load.ts";
import { watchOrders } from "./order-watch.ts";
import { sampleMemory } from "./sample-memory.ts";
import { faultKeys, type MemoryUse, prepareService, until } from "./service-process.ts";
import { withFolder } from "./with-folder.ts";

/** Says how it is stalled. */
export interface StallOptions {
  /** How long it reads nothing, in milliseconds, and until the service has closed it at least. */
  readonly stallMs: number;
  /** When the service gives a client up that answers no ping, in milliseconds. Default its own. */
  readonly slowReaderMs?: number;
  /** Clients that read all along. */
  readonly others: number;
}

/** Is what came of it. */
export interface StallReport {
  readonly stalledMs: number;
  readonly acknowledged: number;
  readonly published: number;
  /** Frames the stalled client had when it stopped, and when it read again. */
  readonly stalledAt: number;
  readonly wokenAt: number;
  /** The codes it was closed with: 1006 where the close frame found no room in front of it. */
  readonly closes: readonly (number | undefined)[];
  /** The most frames that another client was behind what was acknowledged. */
  readonly othersBehind: number;
  readonly othersDisconnected: number;
  /** The most bytes that the service held for all of them in the stall. */
  readonly pendingBytes: number;
  /** The most there was for as long under the same load before the stall, and in it, in MiB. */
  readonly memory: { readonly before: MemoryUse; readonly stalled: MemoryUse };
}

/** Frames before anything is measured. */
const WARM_FRAMES = 1000;

/** Stalls a client. Throws when a frame was lost, doubled or reordered. */
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
    // More than the system takes for a client that does not read, which is some megabytes.
    const load = publishOrders(service, key, { window: 100, paddingBytes: 8000 });
    // As much of the same load first, so that what is compared is the stall and not the load.
    const warmMs = performance.now();
    await until(() => service.answers.size > WARM_FRAMES, "the service is warm");
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
    await until(() => stalled.last > wokenAt, "the stalled client has what it missed");
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
