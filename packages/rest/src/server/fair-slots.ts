/** The maximum number of slots for one key. */
export interface Share {
  readonly key: string;
  readonly most: number;
}

/** Options for `fairSlots`. */
export interface FairSlotsOptions {
  /** The number of slots. */
  readonly total: number;
  /** How many requests of one key may wait. */
  readonly waitingPerKey: number;
}

/**
 * Slots that keys share fairly. A key can occupy only some of the slots, and only a limited number of its
 * requests can wait.
 */
export interface FairSlots {
  /**
   * Waits for a slot, and resolves with a function that releases it. Resolves with undefined if too many
   * requests of a key are already waiting, or if `signal` aborts first.
   */
  take(shares: readonly Share[], signal: AbortSignal): Promise<(() => void) | undefined>;
}

interface Waiter {
  readonly shares: readonly Share[];
  start(): void;
}

/**
 * Creates slots. A free slot goes to the request that has waited longest and whose keys have not reached
 * their maximum.
 */
export function fairSlots({ total, waitingPerKey }: FairSlotsOptions): FairSlots {
  const held = new Map<string, number>();
  const waiting = new Set<Waiter>();
  let free = total;

  const hasShareLeft = (shares: readonly Share[]): boolean =>
    shares.every(({ key, most }) => (held.get(key) ?? 0) < most);

  function changeHeld(shares: readonly Share[], by: 1 | -1): void {
    free -= by;
    for (const { key } of shares) {
      const count = (held.get(key) ?? 0) + by;
      if (count === 0) held.delete(key);
      else held.set(key, count);
    }
  }

  function takeSlot(shares: readonly Share[]): () => void {
    changeHeld(shares, 1);
    let isHeld = true;
    return () => {
      if (!isHeld) return;
      isHeld = false;
      changeHeld(shares, -1);
      for (const waiter of waiting) {
        if (free === 0) return;
        if (hasShareLeft(waiter.shares)) waiter.start();
      }
    };
  }

  function isQueueFull(shares: readonly Share[]): boolean {
    return shares.some(({ key }) => {
      let count = 0;
      for (const waiter of waiting) {
        if (waiter.shares.some((share) => share.key === key)) count += 1;
      }
      return count >= waitingPerKey;
    });
  }

  return {
    async take(shares, signal) {
      if (signal.aborted) return undefined;
      if (free > 0 && hasShareLeft(shares)) return takeSlot(shares);
      if (isQueueFull(shares)) return undefined;
      return await new Promise((resolve) => {
        const giveUp = (): void => {
          waiting.delete(waiter);
          resolve(undefined);
        };
        const waiter: Waiter = {
          shares,
          start() {
            waiting.delete(waiter);
            signal.removeEventListener("abort", giveUp);
            resolve(takeSlot(shares));
          },
        };
        waiting.add(waiter);
        signal.addEventListener("abort", giveUp, { once: true });
      });
    },
  };
}
