import type { Duplex } from "node:stream";
import type { WebSocket } from "ws";
import type { FrameBatch } from "./frame-batch.ts";

/** Is the socket of one client, as far as a connection needs it. */
export interface ServerSocket {
  /** Is false from the moment either side began to close. */
  readonly open: boolean;
  /** Bytes that were written and that the system has not taken. */
  readonly pendingBytes: number;
  /** Writes whole frames; calls `taken` when the system has them, or the socket is gone. */
  write(batch: FrameBatch, taken: () => void): void;
  ping(): void;
  /** Sends a close frame, behind all that was written. */
  close(code: number, reason: string): void;
  /** Cuts the connection. */
  terminate(): void;
  /** Stops and starts taking what the client sends. */
  pause(): void;
  resume(): void;
  /** Sets who is told what happens; called once. */
  listen(events: ServerSocketEvents): void;
}

/** Is told what happens on a socket. */
export interface ServerSocketEvents {
  message(data: Buffer, binary: boolean): void;
  pong(): void;
  error(error: Error): void;
  /** Is called once, after which nothing else is. */
  close(): void;
}

/**
 * Makes a server socket of a `ws` one and the stream under it. Frames go to that stream without
 * `ws`, which would make each anew for every client; `ws` itself only ever writes whole frames
 * there, for compression is off.
 */
export function webSocketServerSocket(socket: WebSocket, transport: Duplex): ServerSocket {
  return {
    get open() {
      return socket.readyState === socket.OPEN;
    },
    get pendingBytes() {
      return transport.writableLength;
    },
    write({ bytes }, taken) {
      transport.write(bytes, () => taken());
    },
    ping: () => socket.ping(),
    close: (code, reason) => socket.close(code, reason),
    terminate: () => socket.terminate(),
    pause: () => socket.pause(),
    resume: () => socket.resume(),
    listen(events) {
      socket.on("message", (data: Buffer, binary: boolean) => events.message(data, binary));
      socket.on("pong", () => events.pong());
      socket.on("error", (error) => events.error(error));
      socket.once("close", () => events.close());
    },
  };
}
