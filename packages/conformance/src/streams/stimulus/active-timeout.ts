/** The interval at which a wait checks the clock, in milliseconds. */
const STEP_MS = 50;

/**
 * Calls `run` after this process was active for a time. Returns a function that cancels the call. Time in
 * which the process was suspended does not count, because the server is not to blame for it: the wait
 * consists of steps, and each step counts once, even if it takes longer.
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
