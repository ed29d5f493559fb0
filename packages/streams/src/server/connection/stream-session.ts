/** Decides which frames are sent over a connection. */
export interface StreamSession {
  /** Starts the session. Called once, in the same turn in which the upgrade completes. */
  start(): void;
  /** Sends a heartbeat. Called when nothing was sent for the heartbeat interval. */
  heartbeat(): void;
  /** Handles a frame of the client. */
  receive(data: Buffer, binary: boolean): void;
  /** Returns the number of the last frame, which error frames repeat. */
  lastSeq(): bigint | undefined;
  /**
   * Whether the session currently reads from the log. A live session gets its frames from the publisher.
   */
  readonly replaying: boolean;
  /**
   * Whether the frames of the client are data of an application. The server does not limit such frames.
   */
  readonly takesData?: boolean;
  /** Accepts no more requests. Resolves when all accepted requests are answered. */
  finish?(): Promise<void>;
  /** Releases all resources. Called when the socket is closed. */
  stop(): void;
}
