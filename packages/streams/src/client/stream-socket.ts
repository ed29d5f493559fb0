// The interface between the rules of a stream and the network, which tests can replace.

/** Returns a header of the answer to the upgrade; names are case-insensitive. */
export type AnswerHeaders = (name: string) => string | undefined;

/** The handlers of a socket. After `closed`, `refused` or `failed`, the socket calls no other handler. */
export interface SocketHandlers {
  /** `headers` is absent if the platform does not expose them, as in browsers. */
  opened(headers?: AnswerHeaders): void;
  /**
   * Receives a frame. For a text frame, `text` has its bytes, which the receiver may keep. For a binary
   * frame, `text` is undefined and `binary` has its bytes.
   */
  received(text: Uint8Array | undefined, binary?: Uint8Array): void;
  /** The other side answered a ping. */
  ponged?(): void;
  /** The other side sent a ping, and the platform has answered it. Browsers do not expose pings. */
  pinged?(): void;
  closed(code: number, reason: string): void;
  /** The server answered the upgrade with an HTTP status. */
  refused(status: number, body: string, headers?: AnswerHeaders): void;
  failed(error: unknown): void;
}

/** A socket that is open or being opened. */
export interface StreamSocket {
  /**
   * False as soon as either side begins to close. Messages then wait for the next connection. If absent,
   * the socket can be written to until it ends.
   */
  readonly writable?: boolean;
  /** Sends the bytes of a text or binary frame; resolves when the system has accepted them. */
  send(bytes: Uint8Array, isBinary?: boolean): Promise<void>;
  close(code: number): void;
  /** Cuts the connection without a close frame. */
  terminate(): void;
  /** Whether the socket calls `pinged`. Default false. */
  readonly showsPings?: boolean;
  /** Whether headers of the upgrade can be set. Default true; false in browsers. */
  readonly setsHeaders?: boolean;
  /** Sends a ping; absent if the platform cannot, as in browsers. */
  ping?(): void;
  /**
   * `pause` and `resume` are both absent if the platform cannot pause a socket, for example in browsers.
   */
  pause?(): void;
  resume?(): void;
}

/**
 * Opens a socket. The socket must send the path and query of `url` unchanged, because they are signed. The
 * function returns before it calls any handler.
 */
export type OpenSocket = (
  url: URL,
  headers: Readonly<Record<string, string>>,
  handlers: SocketHandlers,
) => StreamSocket;

/** Remembers that a socket has ended. If several events report the end, only the first one counts. */
export interface SocketEnd {
  readonly reached: boolean;
  /** Records the end and calls `tell`. Does nothing if the end was already recorded. */
  reach(tell?: () => void): void;
}

/** Creates the record for a socket that is still open. */
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

/** Separates the subprotocols, which sockets expect as a list, from the other headers. */
export function splitProtocols(headers: Readonly<Record<string, string>>): {
  readonly protocols: string[];
  readonly others: Record<string, string>;
} {
  const isProtocol = ([name]: readonly [string, string]): boolean =>
    name.toLowerCase() === "sec-websocket-protocol";
  const entries = Object.entries(headers);
  const listed = entries.filter(isProtocol).flatMap(([, value]) => value.split(","));
  return {
    protocols: listed.map((name) => name.trim()).filter((name) => name !== ""),
    others: Object.fromEntries(entries.filter((entry) => !isProtocol(entry))),
  };
}
