/**
 * The time in which a second signal counts as an echo, in milliseconds. Under npx, one Ctrl+C
 * arrives twice, because npx forwards a signal that the terminal has already sent.
 */
const ECHO_MS = 1_000;

/**
 * Returns a signal that aborts on the first SIGINT or SIGTERM, or when standard output is closed. A second
 * signal exits with 1, unless it is an echo of the first.
 */
export function interruption(): AbortSignal {
  const controller = new AbortController();
  let firstMs: number | undefined;
  function takeSignal(): void {
    firstMs ??= performance.now();
    if (performance.now() - firstMs > ECHO_MS) process.exit(1);
    controller.abort();
  }
  process.on("SIGINT", takeSignal);
  process.on("SIGTERM", takeSignal);
  // Standard output fails when the process that reads from the pipe, such as `head`, has closed it.
  process.stdout.on("error", () => controller.abort());
  return controller.signal;
}
