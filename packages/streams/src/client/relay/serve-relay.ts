import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { createRelay, type RelayOptions } from "./create-relay.ts";

/** Options for `serveRelay`. */
export interface ServeRelayOptions extends RelayOptions {
  /** Decides whether a client gets a ticket, for example by a session cookie. */
  readonly mayConnect: (request: IncomingMessage) => boolean | Promise<boolean>;
  /** The origins of pages that may request a ticket from scripts. Default none. */
  readonly allowedOrigins?: readonly string[];
  /** The host to listen on. Default `127.0.0.1`. */
  readonly host?: string;
  /** The port to listen on. Default 0, which selects a free port. */
  readonly port?: number;
}

/** A relay with its own server. */
export interface RunningRelay {
  /** The stream address for browsers. */
  readonly url: string;
  /** The URL at which `POST` requests return tickets. */
  readonly ticketUrl: string;
  /** Ends all connections and stops listening. */
  close(): Promise<void>;
}

/**
 * Starts a relay with its own server. `POST /ticket` returns a ticket as plain text. If the query of an
 * upgrade has a valid `ticket`, the relay signs the upgrade and connects the browser to the service.
 *
 * @throws StreamError `invalid_url`.
 * @throws SigningError if a part of the access key is malformed.
 */
export async function serveRelay(options: ServeRelayOptions): Promise<RunningRelay> {
  const { mayConnect, allowedOrigins = [], host = "127.0.0.1", port = 0 } = options;
  const relay = createRelay(options);

  async function answerRequest(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { origin } = request.headers;
    if (origin !== undefined && allowedOrigins.includes(origin)) {
      response.setHeader("Access-Control-Allow-Origin", origin);
    }
    response.setHeader("Vary", "Origin");
    response.setHeader("Cache-Control", "no-store");
    if (request.method !== "POST" || request.url !== "/ticket") {
      response.writeHead(404).end();
    } else if (await mayConnect(request)) {
      response.writeHead(200, { "Content-Type": "text/plain" }).end(relay.issueTicket());
    } else {
      response.writeHead(403).end();
    }
  }

  const server = createServer((request, response) => {
    answerRequest(request, response).catch(() => response.writeHead(500).end());
  });
  server.on("upgrade", relay.handleUpgrade);
  server.listen(port, host);
  await once(server, "listening");
  const address = server.address();
  const actual = typeof address === "object" ? (address?.port ?? port) : port;
  const authority = `${host.includes(":") ? `[${host}]` : host}:${actual}`;
  return {
    url: `ws://${authority}${new URL(options.url).pathname}`,
    ticketUrl: `http://${authority}/ticket`,
    async close() {
      const closed = once(server, "close");
      server.close();
      server.closeIdleConnections();
      relay.close();
      await closed;
    },
  };
}
