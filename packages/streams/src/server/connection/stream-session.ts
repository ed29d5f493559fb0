/** Decides what is sent over a connection. */
export interface StreamSession {
  /** Starts; called once, in the turn in which the upgrade completes. */
  start(): void;
  /** Sends a heartbeat, because nothing was sent for the interval. */
  heartbeat(): void;
  /** Processes a frame of the client. */
  receive(data: Buffer, binary: boolean): void;
  /** Returns the number that an error frame repeats. */
  lastSeq(): bigint | undefined;
  /** Whether the session reads from the log instead of being live. */
  readonly replaying: boolean;
  /** Whether the frames of the client are data of the application, which the server does not limit. */
  readonly takesData?: boolean;
  /** Accepts no more requests; resolves when all accepted requests are answered. */
  finish?(): Promise<void>;
  /** Releases all resources; called when the socket is closed. */
  stop(): void;
}
