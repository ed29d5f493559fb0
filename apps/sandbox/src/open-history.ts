// Opens the state from which the sandbox continues: the log of all sent frames, and the last turn
// of the exchange.

import { join } from "node:path";
import type { Clock } from "@specwright/runtime";
import { LogError, type SequencedLog } from "@specwright/streams/log";
import { createLmdbLog } from "@specwright/streams/log/lmdb";
import { SandboxError } from "./sandbox-error.ts";
import { openTurnStore, type Turn, type TurnStore } from "./turn-store.ts";

/** The history of a sandbox, open to be continued. */
export interface History {
  readonly log: SequencedLog;
  readonly logId: string;
  readonly turns: TurnStore;
  /** The turn to continue from; absent in a new sandbox. */
  readonly last: Turn | undefined;
  close(): Promise<void>;
}

/** Options for `openHistory`. */
export interface HistoryOptions {
  /** The data folder. */
  readonly data: string;
  /** The broker whose stream of events shows whether the log is empty. */
  readonly brokerId: string;
  readonly clock: Clock;
}

/**
 * The limits of the log for each channel; 200 MB in total. The age is not limited, because the next
 * start must find the frames of the last turn by their ids.
 */
const retention = { maxFrames: 100_000, maxAgeMs: Number.POSITIVE_INFINITY };

/**
 * Opens the history or creates it.
 *
 * @throws SandboxError `bad_data` if the history is damaged, has a different version, or is mixed
 * from two sandboxes.
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
    // Every turn, including the first one, is stored before it is published. So the log cannot have
    // frames without a stored turn.
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
