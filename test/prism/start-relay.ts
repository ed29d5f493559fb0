// Stands between Prism and a service: makes bytes of the text that Prism passes on, text of the
// bytes that the service answers, and answers something else where a test wants it.

import { createServer, type IncomingMessage, request } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { bytesOfText, isBytes, textOfBytes } from "./text-of-bytes.ts";

/** Is an answer of the service. */
export interface RelayedAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly body: Buffer;
}

/** Changes an answer. */
export type Alter = (answer: RelayedAnswer) => RelayedAnswer;

/** Is a relay that runs. */
export interface Relay {
  readonly url: string;
  /** Has the answers that follow altered, or left as they are. */
  alter(change: Alter | undefined): void;
  close(): Promise<void>;
}

/** Starts a relay to the service at an origin. */
export async function startRelay(origin: string): Promise<Relay> {
  let change: Alter | undefined;
  const server = createServer(async (incoming, outgoing) => {
    try {
      const answer = await relay(origin, incoming);
      const { status, headers, body } = change?.(answer) ?? answer;
      const text = isBytes(headers["content-type"]?.toString()) ? textOfBytes(body) : body;
      for (const [name, value] of Object.entries(headers)) {
        if (value !== undefined) outgoing.setHeader(name, value);
      }
      if (headers["content-length"] !== undefined) {
        outgoing.setHeader("content-length", text.length);
      }
      outgoing.writeHead(status).end(text);
    } catch (cause) {
      outgoing.destroy(cause instanceof Error ? cause : undefined);
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    alter(next) {
      change = next;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function relay(origin: string, incoming: IncomingMessage): Promise<RelayedAnswer> {
  const { "transfer-encoding": _coding, connection: _hop, ...headers } = incoming.headers;
  const text = await buffer(incoming);
  const body = isBytes(headers["content-type"]) ? bytesOfText(text) : text;
  if (headers["content-length"] !== undefined) headers["content-length"] = `${body.length}`;
  const target = new URL(`${origin}${incoming.url}`);
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    const { method = "GET" } = incoming;
    // A connection for each: none is reused that the service is about to close.
    const sent = request(target, { agent: false, method, headers }, resolve);
    sent.once("error", reject);
    sent.end(body);
  });
  const { "transfer-encoding": _parts, connection: _next, ...received } = answer.headers;
  return { status: answer.statusCode ?? 0, headers: received, body: await buffer(answer) };
}
