/** How often a wait looks at the clock, in milliseconds. */
const STEP_MS = 50;

/**
 * Calls `run` after this process was active for a time, and returns a function that cancels the
 * call. Time in which the process was suspended does not count, because the server must not be
 * blamed for it: each step counts once, even if it is late.
 */
export function setActiveTimeout(timeMs: number, run: () => void): () => void {
  let leftMs = timeMs;
  let timer: ReturnType<typeof setTimeout>;
  function waitStep(): void {
    const stepMs = Math.max(0, Math.min(STEP_MS, leftMs));
    timer = setTimeout(() => {
      leftMs -= stepMs;
      if (leftMs <= 0) run();
      else waitStep();
    }, stepMs);
  }
  waitStep();
  return () => clearTimeout(timer);
}
