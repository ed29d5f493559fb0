import { decodeUtf8 } from "@specwright/runtime/transport";
import { createSocketEnd, type OpenSocket, splitProtocols } from "./stream-socket.ts";

const OPEN = 1;

/**
 * Opens a socket with the `WebSocket` of the platform. Browsers offer no other socket. The socket cannot
 * set headers, so a signed channel needs a `ticket`. The socket cannot be paused, so the transport closes
 * it if too many messages wait. A refused upgrade looks like any other failure, so a relay accepts the
 * upgrade and closes with a code instead.
 */
export const openBrowserSocket: OpenSocket = (url, headers, handlers) => {
  const { protocols } = splitProtocols(headers);
  const socket = new WebSocket(url, protocols);
  socket.binaryType = "arraybuffer";
  const encoder = new TextEncoder();
  let opened = false;
  const end = createSocketEnd();

  socket.addEventListener("open", () => {
    if (end.reached) return;
    opened = true;
    handlers.opened();
  });
  socket.addEventListener("message", ({ data }: MessageEvent<unknown>) => {
    if (end.reached) return;
    if (typeof data === "string") handlers.received(encoder.encode(data));
    else
      handlers.received(undefined, data instanceof ArrayBuffer ? new Uint8Array(data) : undefined);
  });
  socket.addEventListener("close", ({ code, reason }) =>
    end.reach(() => {
      if (opened) handlers.closed(code, reason);
      else handlers.failed(new Error(`the connection was not opened (${code})`));
    }),
  );

  return {
    setsHeaders: false,
    get writable() {
      return socket.readyState === OPEN;
    },
    async send(bytes, isBinary) {
      if (socket.readyState !== OPEN) throw new Error("the socket is not open");
      // A string makes a text frame, and bytes make a binary one.
      socket.send(isBinary === true ? new Uint8Array(bytes) : decodeUtf8(bytes));
    },
    close: (code) => socket.close(code),
    terminate() {
      end.reach();
      socket.close();
    },
  };
};
