/**
 * The order in which a sender sent its commands, kept over refusals: what was refused and may be
 * sent again holds up all that was sent behind it, until it comes again or is given up.
 */
export interface SendingTracker {
  /**
   * Admits a command that comes in; or returns the id of the one that it stands behind, and then
   * holds it, too. A command without an id is never held, as nobody could name it.
   */
  admit(id: string | undefined): string | undefined;
  /** Holds commands that were admitted last, in their order: they were refused and may come again. */
  hold(ids: readonly string[]): void;
  /** Forgets a command that is given up. Returns false when it was not held. */
  release(id: string): boolean;
}

/** How many commands are remembered in their order; a sender has fewer open at a time. */
const MOST_HELD = 65_536;

/** Makes a tracker that holds nothing. */
export function trackSending(): SendingTracker {
  let held = new Set<string>();
  /** Goes on where it stands while ids are added and taken away. */
  let order = held.values();
  let first: string | undefined;

  function drop(id: string): boolean {
    const known = held.delete(id);
    if (id === first) first = order.next().value;
    return known;
  }

  return {
    admit(id) {
      if (first === undefined || id === first) {
        if (id !== undefined) drop(id);
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
    release: drop,
  };
}
