import type { IncomingHttpHeaders } from "node:http";
import { WebSocket } from "ws";
import {
  type AnswerHeaders,
  createSocketEnd,
  type OpenSocket,
  type SocketHandlers,
  type StreamSocket,
  splitProtocols,
} from "./stream-socket.ts";

interface Opening {
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly handlers: SocketHandlers;
  readonly perMessageDeflate: boolean;
}

const MAX_BODY_BYTES = 65_536;
const MAX_FRAME_BYTES = 16 * 1024 * 1024;

/** Opens a socket with the ws package. */
export const openWebSocket: OpenSocket = (url, headers, handlers) =>
  openSocket({ url, headers, handlers, perMessageDeflate: false });

/** Opens a socket with the ws package, and offers message compression to the server. */
export const openCompressedWebSocket: OpenSocket = (url, headers, handlers) =>
  openSocket({ url, headers, handlers, perMessageDeflate: true });

function openSocket({ url, headers, handlers, perMessageDeflate }: Opening): StreamSocket {
  const { protocols, others } = splitProtocols(headers);
  const socket = new WebSocket(url, protocols, {
    headers: others,
    perMessageDeflate,
    maxPayload: MAX_FRAME_BYTES,
    followRedirects: false,
  });
  const end = createSocketEnd();
  let failure: unknown;

  let answered: IncomingHttpHeaders = {};
  socket.on("upgrade", (response) => {
    answered = response.headers;
  });
  socket.on("open", () => handlers.opened(headerReader(answered)));
  socket.on("message", (data: Buffer, binary: boolean) => {
    if (end.reached) return;
    if (binary) handlers.received(undefined, new Uint8Array(data));
    else handlers.received(data);
  });
  socket.on("pong", () => {
    if (!end.reached) handlers.ponged?.();
  });
  socket.on("ping", () => {
    if (!end.reached) handlers.pinged?.();
  });
  socket.on("unexpected-response", (_request, response) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const { statusCode: status = 0 } = response;
    response.on("data", (chunk: Buffer) => {
      size += chunk.length;
      if (size <= MAX_BODY_BYTES) chunks.push(chunk);
    });
    // If reading the body fails, the part received so far is used.
    response.on("error", () => {});
    response.on("close", () =>
      end.reach(() => {
        handlers.refused(status, Buffer.concat(chunks).toString(), headerReader(response.headers));
        socket.terminate();
      }),
    );
  });
  socket.on("error", (error) => {
    failure = error;
    // If a socket never opened, its close event does not contain the reason, but its error event does.
    if (socket.readyState === WebSocket.CONNECTING) end.reach(() => handlers.failed(error));
  });
  socket.on("close", (code, reason) =>
    end.reach(() => {
      if (code === 1006 && failure !== undefined) handlers.failed(failure);
      else handlers.closed(code, reason.toString());
    }),
  );

  return {
    get writable() {
      return socket.readyState === WebSocket.OPEN;
    },
    send: (bytes, isBinary = false) =>
      new Promise((resolve, reject) => {
        socket.send(bytes, { binary: isBinary }, (error) => (error ? reject(error) : resolve()));
      }),
    close: (code) => socket.close(code),
    terminate: () => socket.terminate(),
    showsPings: true,
    ping: () => socket.ping(),
    pause: () => socket.pause(),
    resume: () => socket.resume(),
  };
}

function headerReader(headers: IncomingHttpHeaders): AnswerHeaders {
  return (name) => {
    const value = headers[name.toLowerCase()];
    return Array.isArray(value) ? value.join(", ") : value;
  };
}
