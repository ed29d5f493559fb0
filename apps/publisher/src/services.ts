import type { Clock, Logger } from "@specwright/runtime";
import type { JobRunner } from "./jobs/job-runner.ts";
import type { PublisherStorage } from "./storage/publisher-storage.ts";
import type { RandomBytes } from "./tokens/token-text.ts";

/**
 * The services behind handlers and pages. `acceptVersion`, `acceptDiff`, `diffOfVersions`,
 * `issueToken` and `verifyToken` use these services; `storage.committed` reads all other data.
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
  /** How many documents of a token may wait to be processed. Default 100. */
  readonly waitingPerToken?: number;
}
