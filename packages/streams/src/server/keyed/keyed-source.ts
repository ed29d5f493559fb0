/** Supplies the frames of a channel with subscriptions: for each key, a state and its changes. */
export interface KeyedSource {
  /**
   * Called for each connection. Resolves once the states are loaded. Absent if the states are
   * always known.
   */
  ready?(): Promise<void>;
  /**
   * Returns how long ago the states were last known to be up to date, in milliseconds. Absent if they are
   * always up to date.
   */
  viewAgeMs?(): number;
  /** Reports whether a key, such as a market, exists. */
  knows(key: string): boolean;
  /** Reports whether a key existed in the past. A source may forget old keys. */
  hasClosed?(key: string): boolean;
  /** Returns the frame for the current state of a key, with the number of its last change. */
  snapshot(key: string): Uint8Array;
  /**
   * Passes on every later change in order. Calls `replaced` when all keys start over; readers must
   * then start over too. Returns a function that stops it.
   */
  listen(listener: (key: string, frame: Uint8Array) => void, replaced?: () => void): () => void;
}
