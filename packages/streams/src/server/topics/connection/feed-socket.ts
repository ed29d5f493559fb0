/** The part of a client's socket that a server needs. */
export interface FeedSocket {
  /** Bytes that were written but not yet accepted by the system. Absent: never any. */
  readonly pendingBytes?: number;
  send(text: string): void;
  ping(): void;
  /** Sends a close frame after everything written so far. */
  close(code: number, reason: string): void;
  /** Cuts the connection. */
  terminate(): void;
}

/** What a socket tells its connection. */
export interface FeedConnection {
  /** Takes a text frame of the client. */
  receive(text: string): void;
  /** Records that the client has answered a ping. */
  heard(): void;
  /** Records that the socket is closed. */
  closed(): void;
}
