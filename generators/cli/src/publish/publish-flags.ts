// The flags of `specwright publish`, and the parts of the process that it uses.

import type { ChangeClass } from "@specwright/diff";

export interface PublishFlags {
  readonly to: string;
  readonly interface: string;
  readonly root?: string;
  readonly overlay?: readonly string[];
  readonly branch?: string;
  readonly branchFromCi?: boolean;
  readonly commit?: string;
  readonly previous?: string;
  readonly releasedAt?: string;
  readonly title?: string;
  readonly notesFile?: string;
  readonly token?: string;
  readonly tokenFile?: string;
  readonly create?: boolean;
  readonly dryRun?: boolean;
  readonly lenient?: boolean;
  readonly acceptFaults?: boolean;
  /** How long to wait until the document is published, in seconds. */
  readonly wait: number;
  readonly format: "text" | "json" | "markdown";
  readonly failOn: ChangeClass | "none";
  readonly surface: "wire" | "code";
  readonly accepted?: string;
  readonly verbose?: boolean;
}

/** The parts of the process that `publish` uses. Tests replace them. */
export interface PublishWorld {
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Reads all of the standard input. */
  readonly readInput: () => Promise<string>;
  /** Waits for some milliseconds. Rejects as soon as the signal aborts. */
  readonly delay: (ms: number, signal: AbortSignal) => Promise<void>;
  /** Returns the milliseconds since a fixed point in time. */
  readonly elapsed: () => number;
  /** Aborts when the user interrupts the command. */
  readonly interruption: AbortSignal;
  /** The current date, such as `2026-11-23`. */
  readonly today: string;
}
