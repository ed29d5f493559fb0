// Limits how long the command waits until a document is published.

import { CliError } from "../terminal/cli-error.ts";
import type { Terminal } from "../terminal/terminal.ts";
import type { PublishWorld } from "./publish-flags.ts";

/** The remaining time until the command stops waiting, and the version that it waits for. */
export interface Patience {
  /** How long the publisher may wait before it responds to a request, in seconds. */
  preferredSeconds(): number;
  /** Stores the id of the version that the publisher has accepted. Error messages contain it. */
  accept(id: string): void;
  /**
   * Waits before the next request, for about `wantedMs` milliseconds. Throws `CliError` if no time remains.
   */
  pause(wantedMs: number): Promise<void>;
  /**
   * Waits before the next request if the publisher has accepted the version, but is now unreachable. Throws
   * the given error if the version was not accepted, or if no time remains.
   */
  waitForRestart(error: CliError): Promise<void>;
  /** Returns the error for a user who interrupts the wait. */
  interrupted(): CliError;
}

const shortestMs = 500;
const longestMs = 15_000;
const longestPreferredSeconds = 5;

/** Starts the time of a publication. `address` is the page of the interface. */
export function startWaiting(
  terminal: Terminal,
  options: {
    readonly waitSeconds: number;
    readonly address: string;
    /** Whether the document is only compared. Then the publisher stores nothing. */
    readonly isDryRun: boolean;
  },
  world: PublishWorld,
): Patience {
  const { waitSeconds, address, isDryRun } = options;
  const startMs = world.elapsed();
  let accepted: string | undefined;
  const fix = isDryRun
    ? "Run the command again, perhaps with a longer --wait. Nothing was published (--dry-run)."
    : `See ${address}/ in a while, or run the command again: it waits for the same version.`;
  return {
    preferredSeconds: () => Math.min(longestPreferredSeconds, waitSeconds),
    accept(id) {
      accepted = id;
    },
    async waitForRestart(error) {
      const leftMs = waitSeconds * 1000 - (world.elapsed() - startMs);
      if (accepted === undefined || leftMs <= 0) throw error;
      await world.delay(Math.min(longestMs, leftMs), world.interruption);
    },
    async pause(wantedMs) {
      const passedMs = world.elapsed() - startMs;
      const leftMs = waitSeconds * 1000 - passedMs;
      if (leftMs <= 0) {
        const message = isDryRun
          ? `The comparison is not finished after ${waitSeconds} s.`
          : `${accepted} was accepted, and is still being processed after ${waitSeconds} s.`;
        throw new CliError("publication_pending", message, fix);
      }
      terminal.status(`accepted as ${accepted}, processing ${Math.round(passedMs / 1000)} s ...`);
      const delayMs = Math.min(Math.max(wantedMs, shortestMs), longestMs);
      await world.delay(Math.min(delayMs, leftMs), world.interruption);
    },
    interrupted() {
      if (isDryRun) {
        const message = "Interrupted before the comparison was finished.";
        return new CliError("publication_interrupted", message, fix);
      }
      if (accepted !== undefined) {
        const message = `Interrupted. ${accepted} was accepted and is still being processed.`;
        return new CliError("publication_interrupted", message, fix);
      }
      return new CliError(
        "publication_interrupted",
        "Interrupted before the publisher responded.",
        "Run the command again: it does not publish twice.",
      );
    },
  };
}
