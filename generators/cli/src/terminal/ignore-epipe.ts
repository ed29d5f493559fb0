import type { Writable } from "node:stream";

/**
 * Ignores EPIPE: if the reader of the output ends early, such as `head`, the run continues. Further
 * output is dropped, files are still written, and the exit code is the usual one. Calls `onClosed`
 * for each dropped write. Other errors of the streams are thrown.
 */
export function ignoreEpipe(streams: readonly Writable[], onClosed: () => void): void {
  for (const stream of streams) {
    stream.on("error", (error: NodeJS.ErrnoException) => {
      if (error.code !== "EPIPE") throw error;
      onClosed();
    });
  }
}
