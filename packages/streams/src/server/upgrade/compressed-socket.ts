import type { Duplex } from "node:stream";
import type { WebSocket } from "ws";
import { BINARY } from "../connection/frame-batch.ts";
import { type ServerSocket, WebSocketServerSocket } from "../connection/server-socket.ts";

/** Returns the socket of a connection, by whether its client has agreed on compression. */
export function serverSocket(socket: WebSocket, transport: Duplex): ServerSocket {
  return socket.extensions === ""
    ? new WebSocketServerSocket(socket, transport)
    : new CompressedServerSocket(socket, transport);
}

/** A socket whose messages `ws` compresses, each for its client. */
class CompressedServerSocket extends WebSocketServerSocket {
  readonly #socket: WebSocket;
  readonly #taken: (() => void)[] = [];
  /** Messages that are not written yet. */
  #waiting = 0;

  constructor(socket: WebSocket, transport: Duplex) {
    super(socket, transport);
    this.#socket = socket;
  }

  override get pendingBytes(): number {
    return this.#socket.bufferedAmount + super.pendingBytes;
  }

  override write(bytes: Uint8Array): void {
    const frames = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
    for (const { payload, binary } of payloadsOf(frames)) {
      this.#waiting += 1;
      this.#socket.send(payload, { binary }, () => this.#written());
    }
  }

  override whenTaken(run: () => void): void {
    if (this.#waiting === 0) super.whenTaken(run);
    else this.#taken.push(run);
  }

  #written(): void {
    this.#waiting -= 1;
    if (this.#waiting > 0) return;
    for (const run of this.#taken.splice(0)) super.whenTaken(run);
  }
}

/** Returns the payloads of frames as `textFrames` and `binaryFrame` write them. */
function* payloadsOf(
  frames: Buffer,
): Iterable<{ readonly payload: Buffer; readonly binary: boolean }> {
  for (let at = 0; at < frames.length; ) {
    const short = frames[at + 1] ?? 0;
    const header = short < 126 ? 2 : short === 126 ? 4 : 10;
    const length =
      short < 126
        ? short
        : short === 126
          ? frames.readUInt16BE(at + 2)
          : Number(frames.readBigUInt64BE(at + 2));
    const payload = frames.subarray(at + header, at + header + length);
    yield { payload, binary: frames[at] === BINARY };
    at += header + length;
  }
}
