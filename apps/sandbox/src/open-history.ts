// What the sandbox goes on from: the log of all that it sent, and the last turn of its exchange.

import { join } from "node:path";
import type { Clock } from "@specwright/runtime";
import { LogError, type SequencedLog } from "@specwright/sequenced-log";
import { createLmdbLog } from "@specwright/sequenced-log/lmdb";
import { SandboxError } from "./sandbox-error.ts";
import { openTurnStore, type Turn, type TurnStore } from "./turn-store.ts";

/** The past of a sandbox, open to be continued. */
export interface History {
  readonly log: SequencedLog;
  readonly logId: string;
  readonly turns: TurnStore;
  /** The turn to go on from; nothing when it begins. */
  readonly last: Turn | undefined;
  close(): Promise<void>;
}

/** Configures `openHistory`. */
export interface HistoryOptions {
  /** The data folder. */
  readonly data: string;
  /** Whose stream of events tells whether the log is empty. */
  readonly brokerId: string;
  readonly clock: Clock;
}

/**
 * Frames kept per channel, 200 MB in all. However old they are: the last turn has to be known by its
 * ids, whenever the next start is.
 */
const retention = { maxFrames: 100_000, maxAgeMs: Number.POSITIVE_INFINITY };

/**
 * Opens the past, or begins it. Rejects with `SandboxError` `bad_data` when it is damaged, of
 * another version, or of two sandboxes.
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
    // A turn is kept before it is published, the first one too.
    if (last === undefined ? announced > 0n : last.logId !== logId) {
      const message = `the log and the exchange in ${data} are not of each other`;
      throw new SandboxError("bad_data", message);
    }
    return { log, logId, turns, last, close };
  } catch (error) {
    await close();
    if (!(error instanceof LogError) || error.code !== "log_corrupt") throw error;
    throw new SandboxError("bad_data", error.message, { cause: error });
  }
}
