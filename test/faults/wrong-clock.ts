// Clocks of clients and the service that are wrong, or change while everything runs.

import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { systemClock } from "@specwright/runtime";
import { publishOrders } from "./order-load.ts";
import { watchOrders } from "./order-watch.ts";
import { faultKeys, prepareService, waitUntil } from "./service-process.ts";
import { withFolder } from "./with-folder.ts";

/** The result of the run. */
export interface ClockReport {
  readonly acknowledged: number;
  readonly delivered: number;
  /** The clock offsets that clients detected one after another, in milliseconds. */
  readonly corrections: readonly (readonly number[])[];
  /** The number of clients that were disconnected while only a clock was changed. */
  readonly disturbed: number;
}

const MINUTES_10 = 600_000;
const shifts = [-MINUTES_10, MINUTES_10, 0] as const;

/**
 * Changes clocks under load, with clients on time, early and late.
 *
 * @throws Error if a frame was lost, duplicated or reordered.
 */
export function setClocks(): Promise<ClockReport> {
  return withFolder(async (folder, undo) => {
    const keys = faultKeys(1);
    const [key] = keys;
    if (key === undefined) throw new Error("there is no key");
    const clockFile = join(folder, "clock");
    await writeFile(clockFile, "0");
    const shiftedClock = new URL("shifted-clock.ts", import.meta.url);
    shiftedClock.searchParams.set("file", clockFile);
    const service = await prepareService(
      {
        folder,
        // Short intervals, so that a change of the clock would affect them.
        env: { STREAMS_HEARTBEAT_MS: "1000" },
        nodeArgs: [`--import=${shiftedClock.href}`],
      },
      keys,
    );
    undo(() => service.end("SIGKILL"));
    await service.start();
    const clocks = shifts.map((shiftMs) => {
      const clock = { ...systemClock, shiftMs, now: () => Date.now() + clock.shiftMs };
      return clock;
    });
    const watches = clocks.map((clock) => watchOrders(service, keys, 1, clock));
    undo(() => Promise.all(watches.map((watch) => watch.close())));
    const load = publishOrders(service, key, { window: 50, burst: 5 });
    const disconnects = (): number =>
      watches.reduce((sum, watch) => sum + watch.count("disconnected"), 0);

    async function everyoneFollows(): Promise<void> {
      const { size } = service.answers;
      const follow = (): boolean =>
        watches.every(({ clients: [client] }) => (client?.last ?? 0) > size + 50);
      await waitUntil(follow, "every client follows");
    }
    async function setServiceClock(shiftMs: number): Promise<void> {
      await writeFile(clockFile, String(shiftMs));
      service.signal("SIGUSR2");
      await everyoneFollows();
    }
    async function restart(): Promise<void> {
      await service.end("SIGKILL");
      await service.start();
      await everyoneFollows();
    }

    await everyoneFollows();
    // Each client's clock is changed while it is connected, and is wrong when it reconnects.
    const before = disconnects();
    for (const clock of clocks) clock.shiftMs = -clock.shiftMs + 7 * MINUTES_10;
    await everyoneFollows();
    // The clock of the service is changed too, back and forth, while clients are connected.
    for (const shiftMs of [-MINUTES_10, MINUTES_10, 0]) {
      await setServiceClock(shiftMs);
      // Long enough for heartbeats and watchdogs to run, if they depended on the time of day.
      await new Promise((resolve) => setTimeout(resolve, 1500));
    }
    const disturbed = disconnects() - before;
    await restart();
    await setServiceClock(-MINUTES_10);
    await restart();
    await load.end();
    await Promise.all(watches.map((watch) => watch.settle()));
    return {
      acknowledged: service.answers.size,
      delivered: watches.reduce((sum, watch) => sum + watch.delivered(), 0),
      corrections: watches.map(({ clients: [client] }) =>
        (client?.events ?? []).flatMap((event) =>
          event.type === "clock_skew" ? [event.offsetMs] : [],
        ),
      ),
      disturbed,
    };
  });
}
