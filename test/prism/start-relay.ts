// Stands between Prism and a service: makes bytes of the text that Prism passes on, text of the
// bytes that the service answers, and answers something else where a test wants it.

import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { type Answer, exchange } from "./exchange.ts";
import { bytesOfText, isBytes, textOfBytes } from "./text-of-bytes.ts";

/** Is the header that tells answers of the service from those that Prism makes up. */
export const RELAYED = "x-relayed";

/** Changes an answer. */
export type Alter = (answer: Answer) => Answer;

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
      const answer = await pass(incoming, origin);
      const { status, headers, body } = change?.(answer) ?? answer;
      const text = isBytes(headers["content-type"]) ? textOfBytes(body) : body;
      for (const [name, value] of Object.entries(headers)) {
        if (value !== undefined) outgoing.setHeader(name, value);
      }
      if (outgoing.hasHeader("content-length")) outgoing.setHeader("content-length", text.length);
      outgoing.setHeader(RELAYED, "1");
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

async function pass(incoming: IncomingMessage, origin: string): Promise<Answer> {
  const { headers, method = "GET", url } = incoming;
  const text = await buffer(incoming);
  const body = isBytes(headers["content-type"]) ? bytesOfText(text) : text;
  return await exchange(new URL(`${origin}${url}`), { method, headers, body });
}
