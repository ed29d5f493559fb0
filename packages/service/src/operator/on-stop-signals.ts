/**
 * The time in which a second signal counts as an echo, in milliseconds. Under npm, one Ctrl+C
 * arrives twice, because npm forwards a signal that the terminal has already sent.
 */
const ECHO_MS = 1_000;

/**
 * Calls `stop` at the first SIGINT or SIGTERM. A second signal ends the process at once with exit code 1,
 * unless it is an echo of the first.
 */
export function onStopSignals(stop: (signal: NodeJS.Signals) => void): void {
  let firstMs: number | undefined;
  function takeSignal(signal: NodeJS.Signals): void {
    const nowMs = performance.now();
    if (firstMs === undefined) {
      firstMs = nowMs;
      stop(signal);
    } else if (nowMs - firstMs > ECHO_MS) {
      process.exit(1);
    }
  }
  process.on("SIGINT", takeSignal);
  process.on("SIGTERM", takeSignal);
}
