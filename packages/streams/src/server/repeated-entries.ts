// Log entries that an attacker could repeat at will.

import type { Clock } from "@specwright/runtime";
import type { StreamLogEntry, StreamLogger } from "./stream-logger.ts";

/** The parts of a log of repeated entries. */
export interface RepeatedEntriesOptions {
  readonly logger: StreamLogger;
  readonly clock: Clock;
}

/** An entry that may be repeated. */
export interface RepeatedEntry {
  readonly entry: StreamLogEntry;
  /** The fields with few possible values. Used when too many different entries are logged. */
  readonly common: StreamLogEntry;
  /** The fields that must be equal for entries to count as the same. */
  readonly kind: readonly (string | undefined)[];
}

/** The time that one entry covers, in milliseconds. */
const PERIOD_MS = 60_000;

/** The number of different entries that are counted in a period. */
const MAX_KINDS = 256;

/**
 * Logs the first entry of a kind at once. Later entries of the kind are combined to one entry a minute with
 * their number. The log and the memory of the process therefore do not grow with their number.
 */
export class RepeatedEntries {
  readonly #options: RepeatedEntriesOptions;
  readonly #kinds: Map<string, { entry: StreamLogEntry; count: number }> = new Map();
  #cancel: (() => void) | undefined;

  constructor(options: RepeatedEntriesOptions) {
    this.#options = options;
  }

  /** Logs an entry, or counts it. */
  add({ entry, common, kind }: RepeatedEntry): void {
    const key = JSON.stringify(kind);
    if (this.#kinds.has(key) || this.#kinds.size < MAX_KINDS) this.#addEntry(key, entry);
    else this.#addEntry(JSON.stringify(common), { ...common, sources: "many" });
  }

  /** Logs the remaining counts. */
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
