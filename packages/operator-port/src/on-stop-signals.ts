/** One Ctrl+C arrives twice under npm, which passes on what the terminal has sent already. */
const ECHO_MS = 1_000;

/**
 * Calls `stop` at the first SIGINT or SIGTERM. A further one, unless it is an echo of the first,
 * is from someone who will not wait: the process ends with 1.
 */
export function onStopSignals(stop: (signal: NodeJS.Signals) => void): void {
  let firstMs: number | undefined;
  function take(signal: NodeJS.Signals): void {
    const nowMs = performance.now();
    if (firstMs === undefined) {
      firstMs = nowMs;
      stop(signal);
    } else if (nowMs - firstMs > ECHO_MS) {
      process.exit(1);
    }
  }
  process.on("SIGINT", take);
  process.on("SIGTERM", take);
}
