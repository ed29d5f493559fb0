import type { Writable } from "node:stream";

/**
 * Ignores EPIPE errors, so that a run continues if the reader of its output, such as `head`, ends early.
 * Further output is lost, but files are still written and the exit code is the same. Calls `onClosed` for
 * each lost write. Throws all other errors of the streams.
 */
export function ignoreEpipe(streams: readonly Writable[], onClosed: () => void): void {
  for (const stream of streams) {
    stream.on("error", (error: NodeJS.ErrnoException) => {
      if (error.code !== "EPIPE") throw error;
      onClosed();
    });
  }
}
