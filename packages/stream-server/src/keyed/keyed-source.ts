/** Supplies the frames of a channel with subscriptions: one state, and its changes, per key. */
export interface KeyedSource {
  /** Resolves once the states are known, where they have to be read first; asked for each connection. */
  ready?(): Promise<void>;
  /** Reports whether a key, such as a market, exists. */
  knows(key: string): boolean;
  /** Reports whether a key existed in the past, as far as is remembered. */
  hasClosed?(key: string): boolean;
  /** Returns the frame for the current state of a key, with the number of its last change. */
  snapshot(key: string): Uint8Array;
  /**
   * Passes on every change from now on, in order, and calls `replaced` when all keys begin anew, so
   * that nobody can go on from where they were. Gives a function that ends it.
   */
  listen(listener: (key: string, frame: Uint8Array) => void, replaced?: () => void): () => void;
}
