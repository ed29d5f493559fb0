/**
 * Keeps the commands of a sender in order, even if some are refused temporarily. If a refused command may
 * be sent again, it blocks all later commands, until it is sent again or given up.
 */
export interface SendingTracker {
  /**
   * Admits a command, or returns the id of the command that blocks it. A blocked command is remembered,
   * because it must be sent again too. A command without an id is not remembered, because nobody could name
   * it later.
   */
  admit(id: string | undefined): string | undefined;
  /**
   * Remembers the commands that were admitted last, in their order. They were refused, and may be sent
   * again.
   */
  hold(ids: readonly string[]): void;
  /** The id of the command that blocks all later ones. Undefined if no command blocks. */
  readonly blocking: string | undefined;
  /** Drops a command that was given up. Returns false if it was not remembered. */
  release(id: string): boolean;
}

/** At most this number of commands is remembered. A sender has fewer pending commands. */
const MOST_HELD = 65_536;

/** Creates a tracker that remembers no commands. */
export function trackSending(): SendingTracker {
  let held = new Set<string>();
  /** An iterator of `held`. It keeps its position while ids are added and removed. */
  let order = held.values();
  let first: string | undefined;

  function dropHeld(id: string): boolean {
    const known = held.delete(id);
    if (id === first) first = order.next().value;
    return known;
  }

  return {
    admit(id) {
      if (first === undefined || id === first) {
        if (id !== undefined) dropHeld(id);
        return undefined;
      }
      if (id !== undefined && held.size < MOST_HELD) held.add(id);
      return first;
    },
    hold(ids) {
      held = new Set([...ids, ...held]);
      order = held.values();
      first = order.next().value;
    },
    get blocking() {
      return first;
    },
    release: dropHeld,
  };
}
