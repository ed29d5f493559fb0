// Limits the log entries that an attacker can cause as often as wanted.

import type { Clock } from "@specwright/runtime";
import type { StreamLogEntry, StreamLogger } from "./stream-logger.ts";

/** The dependencies of `RepeatedEntries`. */
export interface RepeatedEntriesOptions {
  readonly logger: StreamLogger;
  readonly clock: Clock;
}

/** An entry that may be repeated. */
export interface RepeatedEntry {
  readonly entry: StreamLogEntry;
  /**
   * The fields of the entry that have few possible values. Once there are too many kinds, only these fields
   * are logged.
   */
  readonly common: StreamLogEntry;
  /** Identifies the kind of the entry: entries with equal values are counted together. */
  readonly kind: readonly (string | undefined)[];
}

/** An entry reports the repetitions within this period, in milliseconds. */
const PERIOD_MS = 60_000;

/** The maximum number of kinds of entries that are counted separately. */
const MAX_KINDS = 256;

/**
 * Logs the first entry of a kind at once. After that, logs one entry a minute, with the number of
 * repetitions. Neither the log nor the memory of the process therefore grows with the number of entries.
 */
export class RepeatedEntries {
  readonly #options: RepeatedEntriesOptions;
  readonly #kinds: Map<string, { entry: StreamLogEntry; count: number }> = new Map();
  #cancel: (() => void) | undefined;

  constructor(options: RepeatedEntriesOptions) {
    this.#options = options;
  }

  /** Logs the first entry of a kind, and counts the others. */
  add({ entry, common, kind }: RepeatedEntry): void {
    const key = JSON.stringify(kind);
    if (this.#kinds.has(key) || this.#kinds.size < MAX_KINDS) this.#addEntry(key, entry);
    else this.#addEntry(JSON.stringify(common), { ...common, sources: "many" });
  }

  /** Logs the repetitions that were not logged yet. */
  close(): void {
    this.#reportCounts();
    this.#cancel?.();
    this.#cancel = undefined;
  }

  #addEntry(key: string, entry: StreamLogEntry): void {
    const known = this.#kinds.get(key);
    if (known !== undefined) {
      known.count += 1;
      known.entry = entry;
      return;
    }
    this.#kinds.set(key, { entry, count: 0 });
    this.#options.logger(entry);
    this.#cancel ??= this.#options.clock.setTimer(PERIOD_MS, () => this.#endPeriod());
  }

  #endPeriod(): void {
    this.#cancel = undefined;
    this.#reportCounts();
    if (this.#kinds.size > 0) {
      this.#cancel = this.#options.clock.setTimer(PERIOD_MS, () => this.#endPeriod());
    }
  }

  #reportCounts(): void {
    for (const [key, known] of this.#kinds) {
      if (known.count === 0) {
        this.#kinds.delete(key);
        continue;
      }
      this.#options.logger({ ...known.entry, count: known.count });
      known.count = 0;
    }
  }
}
