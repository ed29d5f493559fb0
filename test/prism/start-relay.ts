// A relay between Prism and a service. It converts Prism's text to bytes and the service's bytes to text,
// and alters responses for tests.

import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { type Answer, exchangeSlowly, sendAndReceive } from "./exchange.ts";
import { bytesOfText, isBytes, textOfBytes } from "./text-of-bytes.ts";

/** The header that marks responses of the service; Prism's own do not have it. */
export const RELAYED = "x-relayed";

/**
 * The header with the query of a request as its client wrote it. Prism encodes the separators of items when
 * it rewrites a query, so that `a,b` would arrive as one item.
 */
export const QUERY = "x-query";

/** The header of a request whose body should only partly reach the service. */
export const SLOW = "x-slow-body";

export type Alter = (answer: Answer) => Answer;

/** A running relay. */
export interface Relay {
  readonly url: string;
  /** Alters the next responses, or stops altering them. */
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
  const { headers, method = "GET", url = "/" } = incoming;
  const text = await buffer(incoming);
  const body = isBytes(headers["content-type"]) ? bytesOfText(text) : text;
  const { [SLOW]: slow, [QUERY]: query, ...others } = headers;
  const send = slow === undefined ? sendAndReceive : exchangeSlowly;
  const target = new URL(`${origin}${url}`);
  if (query !== undefined) target.search = `${query}`;
  return await send(target, { method, headers: others, body });
}
