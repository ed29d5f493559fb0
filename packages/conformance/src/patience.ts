/** How often a wait looks at the clock, in milliseconds. */
const STEP_MS = 50;

/**
 * Calls `run` after a time in which this process could work; gives a function that prevents it. A
 * process that was held up, by its machine or by itself, must not blame the server: each step
 * counts once, however late it comes.
 */
export function afterPatience(timeMs: number, run: () => void): () => void {
  let leftMs = timeMs;
  let timer: ReturnType<typeof setTimeout>;
  function step(): void {
    if (leftMs <= 0) {
      run();
      return;
    }
    const stepMs = Math.min(STEP_MS, leftMs);
    leftMs -= stepMs;
    timer = setTimeout(step, stepMs);
  }
  step();
  return () => clearTimeout(timer);
}
