// Creates a mock of a document. The caller provides the HTTP server.

import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { type Contract, serverPaths } from "@specwright/contract";
import { nodeListener } from "@specwright/rest/server";
import { disruptUpgrades, resetConnection } from "./disrupt-upgrades.ts";
import { createDisruptions, type DisruptionOptions } from "./disruptions.ts";
import { mockOperations } from "./mock-operations.ts";
import { type MockedDocument, mockedDocument } from "./mocked-document.ts";
import { ignoreBody } from "./unchecked.ts";

export interface ServeMockOptions extends DisruptionOptions {
  /** Whether to check requests. Default `true`. */
  readonly checks?: boolean | undefined;
  /** The time between two messages of a channel, in milliseconds. */
  readonly intervalMs: number;
  /** Called with a line for each response, and for each message that cannot be sent. */
  readonly log: (line: string) => void;
}

/** A mocked document. */
export interface Mock {
  /** The served document. Feeds that cannot be mocked are left out. */
  readonly document: MockedDocument;
  answer(request: IncomingMessage, response: ServerResponse): void;
  /**
   * Accepts WebSocket connections for the channels on a server. Returns a function that stops accepting
   * them.
   */
  attach(server: Server): () => void;
  /** Ends the streams and the WebSocket connections of the mock. */
  close(): Promise<void>;
}

/**
 * Generates the code of a document, and mocks its channels. If it has no channels, mocks its operations.
 */
export async function serveMock(contract: Contract, options: ServeMockOptions): Promise<Mock> {
  const { seed, intervalMs, log, checks = true } = options;
  const next = createDisruptions(options);
  const document = await mockedDocument(contract);
  if (document.channels.length > 0) {
    // The module is slow to load.
    const { mockChannels } = await import("./mock-channels.ts");
    const replies = createDisruptions({ seed, latency: options.latency });
    const channels = mockChannels(document, {
      seed,
      intervalMs,
      onUnsent: log,
      checks,
      // Replies use a separate sequence of delays, so that their number does not affect which connections
      // fail.
      delayMs: () => replies().delayMs,
    });
    // This server never listens on a port. The gate passes upgrade requests to it. While its streams close,
    // the public server may already pass requests to the next mock.
    const gate = createServer();
    channels.attach(gate);
    const pass = (...upgrade: readonly unknown[]): void => {
      gate.emit("upgrade", ...upgrade);
    };
    const upgrades = disruptUpgrades(pass, { next, intervalMs, log });
    return {
      document: { ...document, channels: channels.channels },
      answer: (request, response) => channels.answer(request, response),
      attach(server) {
        server.on("upgrade", upgrades.receive);
        return () => server.off("upgrade", upgrades.receive);
      },
      async close() {
        upgrades.close();
        await channels.close();
      },
    };
  }
  const failing = new WeakMap<object, number>();
  const faultOf = (request: unknown): number | undefined => failing.get(Object(request));
  const rest = mockOperations(document, { seed, checks, faultOf });
  const listener = nodeListener(rest);
  const prefixes = serverPaths(contract);
  return {
    document,
    answer(request, response) {
      const { method = "", url = "/" } = request;
      response.on("finish", () => log(`${method} ${url} ${response.statusCode}`));
      allowOrigins(request, response);
      const isPreflight = request.headers["access-control-request-method"] !== undefined;
      if (method === "OPTIONS" && isPreflight) {
        response.writeHead(204).end();
        return;
      }
      if (!checks) ignoreBody(request);
      const prefix = prefixes.find((each) => url.startsWith(`${each}/`)) ?? "";
      // An operation is served with the path of a server in front of its own path, and also without it.
      if (rest.methodsOf(url).length === 0) request.url = url.slice(prefix.length);
      const { delayMs, fault } = next();
      const go = (): void => {
        if (fault === "reset" || fault === "timeout") log(`${method} ${url} ${fault}`);
        if (fault === "timeout" || response.destroyed) return;
        if (fault === "reset") {
          resetConnection(request.socket);
          return;
        }
        if (fault !== undefined) failing.set(request, fault);
        listener(request, response);
      };
      if (delayMs === 0) go();
      // A delayed response must not keep the process alive.
      else setTimeout(go, delayMs).unref();
    },
    attach: () => () => {},
    async close() {
      rest.closeStreams();
    },
  };
}

/** Allows web pages of every origin to call the mock. The mock has no private data. */
function allowOrigins({ headers }: IncomingMessage, response: ServerResponse): void {
  const { origin } = headers;
  if (origin === undefined) return;
  response.setHeader("access-control-allow-origin", origin);
  response.setHeader("access-control-allow-credentials", "true");
  response.setHeader("access-control-expose-headers", "*");
  response.setHeader("vary", "origin");
  const method = headers["access-control-request-method"];
  if (method !== undefined) response.setHeader("access-control-allow-methods", method);
  const asked = headers["access-control-request-headers"];
  if (asked !== undefined) response.setHeader("access-control-allow-headers", asked);
}
