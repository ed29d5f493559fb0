/** How often a wait looks at the clock, in milliseconds. */
const STEP_MS = 50;

/**
 * Calls `run` after a time during which this process was able to work, and returns a function that
 * cancels it. If the process was suspended, by its machine or by itself, the server must not be
 * blamed: each step counts once, however late it is.
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
