/**
 * Preserves the order in which a sender sent its commands, even if commands are temporarily refused. A
 * refused command that may be sent again blocks all later commands until it is sent again or given up.
 */
export interface SendingTracker {
  /**
   * Admits an incoming command. If an earlier command blocks it, returns the id of the earlier
   * command, and holds back the incoming command too. A command without an id is not held back,
   * because no caller could name it later.
   */
  admit(id: string | undefined): string | undefined;
  /**
   * Holds back the commands that were admitted last, in their order, because they were refused and may be
   * sent again.
   */
  hold(ids: readonly string[]): void;
  /** The command that blocks later commands. */
  readonly blocking: string | undefined;
  /** Forgets a command that was given up. Returns false if it was not held back. */
  release(id: string): boolean;
}

/** The maximum number of commands whose order is remembered. A sender has fewer pending commands. */
const MOST_HELD = 65_536;

/** Creates a tracker that holds no commands. */
export function trackSending(): SendingTracker {
  let held = new Set<string>();
  /** The iterator keeps its position while ids are added and removed. */
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
