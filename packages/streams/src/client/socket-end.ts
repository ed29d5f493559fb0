/** The end of a socket, which is told once, whichever event says it first. */
export interface SocketEnd {
  readonly reached: boolean;
  /** Calls `tell` if the end was not reached before. */
  reach(tell?: () => void): void;
}

/** Creates the end of a socket that is not reached yet. */
export function createSocketEnd(): SocketEnd {
  let reached = false;
  return {
    get reached() {
      return reached;
    },
    reach(tell) {
      if (reached) return;
      reached = true;
      tell?.();
    },
  };
}
