/** The source of a channel with subscriptions: the state of each key, and its changes. */
export interface KeyedSource {
  /**
   * Called for each connection. Resolves when the states are loaded. Omit it if the states are always
   * loaded.
   */
  ready?(): Promise<void>;
  /**
   * Returns the time since the states were last known to be up to date, in milliseconds. Omit it if they
   * are always up to date.
   */
  viewAgeMs?(): number;
  /** Reports whether a key, such as a market, exists. */
  knows(key: string): boolean;
  /** Reports whether a key existed in the past. A source may forget old keys. */
  hasClosed?(key: string): boolean;
  /** Returns a frame with the current state of a key, and with the number of the key's last change. */
  snapshot(key: string): Uint8Array;
  /**
   * Calls `listener` for every later change, in order. Calls `replaced` when all keys start again, so that
   * readers must start again too. Returns a function that stops the calls.
   */
  listen(listener: (key: string, frame: Uint8Array) => void, replaced?: () => void): () => void;
}
