// The narrow waist between the rules of a stream and the network: tests put anything behind it.

/** Returns a header of the answer to the upgrade, by its name in any case. */
export type AnswerHeaders = (name: string) => string | undefined;

/** The handlers of a socket. After `closed`, `refused` or `failed` no other is called. */
export interface SocketHandlers {
  /** `headers` is absent where the platform does not show them, as browsers do not. */
  opened(headers?: AnswerHeaders): void;
  /**
   * Receives a frame: the bytes of a text frame, which the receiver may keep, or undefined for a
   * binary one.
   */
  received(text: Uint8Array | undefined): void;
  closed(code: number, reason: string): void;
  /** The server answered the upgrade with an HTTP status. */
  refused(status: number, body: string): void;
  failed(error: unknown): void;
}

/** A socket that is open or being opened. */
export interface StreamSocket {
  /** Sends the bytes of a text frame; resolves when they are handed to the system. */
  send(text: Uint8Array): Promise<void>;
  close(code: number): void;
  /** Cuts the connection without a goodbye. */
  terminate(): void;
  /** Both are absent where the platform cannot pause a socket, as browsers cannot. */
  pause?(): void;
  resume?(): void;
}

/**
 * Opens a socket. The request target must go out exactly as `url` has it, for it is signed. No
 * handler is called before this has returned.
 */
export type OpenSocket = (
  url: URL,
  headers: Readonly<Record<string, string>>,
  handlers: SocketHandlers,
) => StreamSocket;
