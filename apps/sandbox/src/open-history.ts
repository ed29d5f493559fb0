// Opens the stored state of a sandbox: the log with all sent frames, and the last turn of the
// exchange.

import { join } from "node:path";
import type { Clock } from "@specwright/runtime";
import { LogError, type SequencedLog } from "@specwright/streams/log";
import { createLmdbLog } from "@specwright/streams/log/lmdb";
import { SandboxError } from "./sandbox-error.ts";
import { openTurnStore, type Turn, type TurnStore } from "./turn-store.ts";

/** The stored state of a sandbox, from which it can continue. */
export interface History {
  readonly log: SequencedLog;
  readonly logId: string;
  readonly turns: TurnStore;
  /** The turn from which the exchange continues; absent in a new sandbox. */
  readonly last: Turn | undefined;
  close(): Promise<void>;
}

/** Options for `openHistory`. */
export interface HistoryOptions {
  /** The data folder. */
  readonly data: string;
  /** A broker. If its events channel has no frames, the log is treated as empty. */
  readonly brokerId: string;
  readonly clock: Clock;
}

/**
 * The limits of the log for each channel; 200 MB in total. The age of frames is not limited,
 * because the next start must find the frames of the last turn by their ids.
 */
const retention = { maxFrames: 100_000, maxAgeMs: Number.POSITIVE_INFINITY };

/**
 * Opens the history. Creates it if it does not exist.
 *
 * @throws SandboxError `bad_data` if the history is damaged or has a different version, or if its
 * parts are from different sandboxes.
 */
export async function openHistory({ data, brokerId, clock }: HistoryOptions): Promise<History> {
  const ends: (() => Promise<void> | void)[] = [];
  async function close(): Promise<void> {
    for (const end of ends.splice(0).reverse()) await end();
  }
  try {
    const turns = openTurnStore(join(data, "exchange.db"));
    ends.push(turns.close);
    const folder = join(data, "log");
    const log = await createLmdbLog({ folder, ...retention, clock });
    ends.push(log.close);
    const last = turns.last();
    const stream = { brokerId, channelId: "events" };
    const logId = await log.identity(stream);
    const { last: announced } = await log.bounds(stream);
    // Every turn is stored before its frames are published. If the log has frames, a stored turn
    // must therefore exist.
    if (last === undefined ? announced > 0n : last.logId !== logId) {
      const message = `the log and the exchange in ${data} do not belong together`;
      throw new SandboxError("bad_data", message);
    }
    return { log, logId, turns, last, close };
  } catch (error) {
    await close();
    if (!(error instanceof LogError) || error.code !== "log_corrupt") throw error;
    throw new SandboxError("bad_data", error.message, { cause: error });
  }
}
