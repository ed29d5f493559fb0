import { createServer } from "node:net";
import { onTestFinished } from "vitest";

/** A server that records the bytes of requests. */
export interface RequestRecorder {
  readonly url: string;
  /** Returns the bytes of the last request, each as a character. */
  last(): string;
}

/**
 * Starts a server that reads bytes, so that no parser can correct them, and responds with 204 to each
 * request.
 */
export async function recordRequests(): Promise<RequestRecorder> {
  let last = "";
  const server = createServer((socket) => {
    let received = "";
    socket.on("data", (chunk) => {
      received += chunk.toString("latin1");
      const end = received.indexOf("\r\n\r\n");
      if (end === -1) return;
      const [, length = "0"] = /\r\ncontent-length: (\d+)/i.exec(received.slice(0, end)) ?? [];
      if (received.length < end + 4 + Number(length)) return;
      last = received;
      received = "";
      socket.write("HTTP/1.1 204 No Content\r\n\r\n");
    });
    socket.on("error", () => socket.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (typeof address !== "object" || address === null) throw new Error("no address");
  onTestFinished(() => void server.close());
  return { url: `http://127.0.0.1:${address.port}`, last: () => last };
}
