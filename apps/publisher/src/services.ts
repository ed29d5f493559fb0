import type { Clock, Logger } from "@specwright/runtime";
import type { JobRunner } from "./jobs/job-runner.ts";
import type { PublisherStorage } from "./storage/publisher-storage.ts";
import type { RandomBytes } from "./tokens/token-text.ts";

/**
 * The services that handlers and pages use. They change data through `acceptVersion`, `acceptDiff`
 * and similar functions, which use these services too. They read data from `storage.committed`.
 */
export interface Services {
  readonly storage: PublisherStorage;
  readonly clock: Clock;
  readonly random: RandomBytes;
  readonly logger: Logger;
  /** Returns a new UUID. */
  readonly newId: () => string;
  /** Processes accepted documents. */
  readonly runner: JobRunner;
  /** How many documents sent with one token may wait to be processed. Default 100. */
  readonly waitingPerToken?: number;
}
