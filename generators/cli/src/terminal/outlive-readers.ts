import type { Writable } from "node:stream";

/**
 * Keeps a run going after whoever reads its output, such as `head`, has had enough: the rest is
 * dropped, files are still written, and the exit code says what it always says. `onClosed` is called
 * for each write that nobody reads. Other errors of the streams are thrown.
 */
export function outliveReaders(streams: readonly Writable[], onClosed: () => void): void {
  for (const stream of streams) {
    stream.on("error", (error: NodeJS.ErrnoException) => {
      if (error.code !== "EPIPE") throw error;
      onClosed();
    });
  }
}
