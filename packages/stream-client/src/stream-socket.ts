// The narrow waist between the rules of a stream and the network: tests put anything behind it.

import { WebSocket } from "ws";

/** Is told what happens to a socket. After `closed`, `refused` or `failed` nothing more comes. */
export interface SocketHandlers {
  opened(): void;
  /** Takes a frame: the bytes of a text frame, nothing for a binary one. */
  received(text: Uint8Array | undefined): void;
  closed(code: number, reason: string): void;
  /** The server answered the upgrade with an HTTP status. */
  refused(status: number, body: string): void;
  failed(error: unknown): void;
}

/** Is a socket being opened, or open. */
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

/** Opens a socket. The request target must go out exactly as `url` has it, for it is signed. */
export type OpenSocket = (
  url: URL,
  headers: Readonly<Record<string, string>>,
  handlers: SocketHandlers,
) => StreamSocket;

const MAX_BODY_BYTES = 65_536;
const MAX_FRAME_BYTES = 16 * 1024 * 1024;

/** Opens a socket with the ws package. */
export const openWebSocket: OpenSocket = (url, headers, handlers) => {
  const socket = new WebSocket(url, {
    headers: { ...headers },
    perMessageDeflate: false,
    maxPayload: MAX_FRAME_BYTES,
    followRedirects: false,
  });
  let ended = false;
  let failure: unknown;

  function end(tell: () => void): void {
    if (ended) return;
    ended = true;
    tell();
  }

  socket.on("open", () => handlers.opened());
  socket.on("message", (data: Buffer, binary: boolean) => {
    if (!ended) handlers.received(binary ? undefined : data);
  });
  socket.on("unexpected-response", (_request, response) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const { statusCode: status = 0 } = response;
    response.on("data", (chunk: Buffer) => {
      size += chunk.length;
      if (size <= MAX_BODY_BYTES) chunks.push(chunk);
    });
    // Cut short or not, what came of the body is all there is.
    response.on("error", () => {});
    response.on("close", () =>
      end(() => {
        handlers.refused(status, Buffer.concat(chunks).toString());
        socket.terminate();
      }),
    );
  });
  socket.on("error", (error) => {
    failure = error;
    // A socket that never opened gets no close event it could be told apart by.
    if (socket.readyState === WebSocket.CONNECTING) end(() => handlers.failed(error));
  });
  socket.on("close", (code, reason) =>
    end(() => {
      if (code === 1006 && failure !== undefined) handlers.failed(failure);
      else handlers.closed(code, reason.toString());
    }),
  );

  return {
    send: (text) =>
      new Promise((resolve, reject) => {
        socket.send(text, { binary: false }, (error) => (error ? reject(error) : resolve()));
      }),
    close: (code) => socket.close(code),
    terminate: () => socket.terminate(),
    pause: () => socket.pause(),
    resume: () => socket.resume(),
  };
};
