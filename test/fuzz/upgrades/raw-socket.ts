import { connect, type Socket } from "node:net";
import { Finding } from "./read-answer.ts";

/** A socket that can send anything and keeps every byte it receives. */
export interface RawSocket {
  /** Returns everything received. */
  bytes(): Buffer;
  readonly closed: boolean;
  write(bytes: Uint8Array): void;
  /** Ends the sending side. */
  end(): void;
  /**
   * Resolves with the result of `look` as soon as it is defined; `look` is called whenever data arrives and
   * when the socket closes. Rejects if the server never responds.
   */
  until<Value>(what: string, look: () => Value | undefined): Promise<Value>;
  /** Cuts the connection. */
  destroy(): void;
}

/** Longer than any response takes, even on a busy machine, in milliseconds. */
const HANGING_MS = 60_000;

/** Connects to a port of this machine. */
export function openRawSocket(port: number): Promise<RawSocket> {
  const socket: Socket = connect({ port, host: "127.0.0.1", noDelay: true, allowHalfOpen: true });
  let chunks: Buffer[] = [];
  let closed = false;
  let wake = (): void => {};
  socket.on("data", (chunk: Buffer) => {
    chunks.push(chunk);
    wake();
  });
  // The server has ended its side and waits for this side.
  socket.on("end", () => socket.end());
  socket.on("error", () => {});
  socket.on("close", () => {
    closed = true;
    wake();
  });

  function bytes(): Buffer {
    if (chunks.length > 1) chunks = [Buffer.concat(chunks)];
    return chunks[0] ?? Buffer.alloc(0);
  }

  const raw: RawSocket = {
    bytes,
    get closed() {
      return closed;
    },
    write: (data) => void socket.write(data),
    end: () => void socket.end(),
    until(what, look) {
      return new Promise((resolve, reject) => {
        const finish = (settle: () => void): void => {
          clearTimeout(timer);
          wake = () => {};
          settle();
        };
        const attempt = (): void => {
          try {
            const value = look();
            if (value !== undefined) finish(() => resolve(value));
            else if (closed) finish(() => reject(new Finding(`it was closed before ${what}`)));
          } catch (error) {
            finish(() => reject(error));
          }
        };
        const timer = setTimeout(() => {
          finish(() => reject(new Finding(`it hangs: ${what} does not come`)));
        }, HANGING_MS);
        wake = attempt;
        attempt();
      });
    },
    destroy: () => void socket.destroy(),
  };
  return new Promise((resolve, reject) => {
    socket.once("error", reject);
    socket.once("connect", () => {
      socket.off("error", reject);
      resolve(raw);
    });
  });
}
