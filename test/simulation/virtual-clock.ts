// A clock that advances only when all due work is done: a whole day of faults takes milliseconds.

import type { Clock } from "@specwright/runtime";
import type { SeededRandom } from "@specwright/runtime/testing";

export interface VirtualClock extends Clock {
  /** Advances until nothing is left to do, or by `forMs`. */
  run(forMs: number): Promise<void>;
  /** Returns the clock of a process, whose timers can all be stopped at once, as by a crash. */
  process(): ProcessClock;
}

/** The clock of one process. */
export interface ProcessClock extends Clock {
  /** Returns the number of pending timers, which must be 0 once the process has finished. */
  pending(): number;
  /** Stops every timer, and accepts no more. */
  kill(): void;
}

interface Timer {
  readonly dueMs: number;
  readonly rank: number;
  readonly run: () => void;
}

/** Creates a clock. Timers of the same time run in random order, and up to `lateMs` late. */
export function virtualClock(random: SeededRandom, startMs: number, lateMs: number): VirtualClock {
  let now = startMs;
  const heap: Timer[] = [];
  const cancelled = new WeakSet<Timer>();

  function before(a: Timer | undefined, b: Timer | undefined): boolean {
    if (a === undefined || b === undefined) return a !== undefined;
    return a.dueMs === b.dueMs ? a.rank < b.rank : a.dueMs < b.dueMs;
  }

  function swap(one: number, other: number): void {
    const [a, b] = [heap[one], heap[other]];
    if (a === undefined || b === undefined) return;
    heap[one] = b;
    heap[other] = a;
  }

  function push(timer: Timer): void {
    let at = heap.push(timer) - 1;
    while (at > 0 && before(heap[at], heap[(at - 1) >> 1])) {
      swap(at, (at - 1) >> 1);
      at = (at - 1) >> 1;
    }
  }

  function pop(): Timer | undefined {
    swap(0, heap.length - 1);
    const first = heap.pop();
    for (let at = 0; ; ) {
      const left = at * 2 + 1;
      const least = before(heap[left + 1], heap[left]) ? left + 1 : left;
      if (!before(heap[least], heap[at])) return first;
      swap(at, least);
      at = least;
    }
  }

  function setTimer(delayMs: number, run: () => void): () => void {
    const dueMs = now + Math.max(0, delayMs) + random.below(lateMs);
    const timer = { dueMs, rank: random.below(1 << 30), run };
    push(timer);
    return () => void cancelled.add(timer);
  }

  return {
    now: () => now,
    elapsed: () => now,
    setTimer,
    async run(forMs) {
      const until = now + forMs;
      await settle();
      for (let next = heap[0]; next !== undefined && next.dueMs <= until; next = heap[0]) {
        pop();
        if (cancelled.has(next)) continue;
        now = Math.max(now, next.dueMs);
        next.run();
        await settle();
      }
      now = until;
    },
    process() {
      let alive = true;
      const waiting = new Set<object>();
      return {
        now: () => now,
        elapsed: () => now,
        pending: () => waiting.size,
        setTimer(delayMs, run) {
          if (!alive) return () => {};
          const mark = {};
          waiting.add(mark);
          const cancel = setTimer(delayMs, () => {
            waiting.delete(mark);
            if (alive) run();
          });
          return () => {
            waiting.delete(mark);
            cancel();
          };
        },
        kill() {
          alive = false;
        },
      };
    },
  };
}

/** Runs every pending promise reaction. */
function settle(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
