// A mock of a document as a listener of an HTTP server.

import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { type Contract, serverPaths } from "@specwright/contract";
import { nodeListener } from "@specwright/rest/server";
import { mockOperations } from "./mock-operations.ts";
import { type MockedDocument, mockedDocument } from "./mocked-document.ts";

/** How a document is mocked. */
export interface ServeMockOptions {
  readonly seed: number | undefined;
  /** The time between two messages of a channel, in milliseconds. */
  readonly intervalMs: number;
  /** Receives a line for each answer, and for what cannot be sent. */
  readonly log: (line: string) => void;
}

/** A mocked document. */
export interface Mock {
  /** Without the channels of feeds. */
  readonly document: MockedDocument;
  /**
   * The addresses of feeds, which are not mocked, because samples do not follow the rules of their
   * numbers and books.
   */
  readonly feeds: readonly string[];
  answer(request: IncomingMessage, response: ServerResponse): void;
  /** Serves the channels on a server. Returns a function that takes no more connections from it. */
  attach(server: Server): () => void;
  /** Ends streams, which nothing else ends. */
  close(): Promise<void>;
}

/** Generates the code of a document, and mocks its operations or its channels, if it has any. */
export async function serveMock(
  contract: Contract,
  { seed, intervalMs, log }: ServeMockOptions,
): Promise<Mock> {
  const whole = await mockedDocument(contract);
  const feeds = whole.channels
    .filter(({ feed }) => feed !== undefined)
    .map(({ address }) => address);
  const document = { ...whole, channels: whole.channels.filter(({ feed }) => feed === undefined) };
  if (document.channels.length > 0) {
    // The transport takes time to load.
    const { mockChannels } = await import("./mock-channels.ts");
    const streams = mockChannels(document, { seed, intervalMs, onUnsent: log });
    // Never listens: while the streams close, the server that does may have another mock already.
    const gate = createServer();
    streams.attach(gate);
    return {
      document,
      feeds,
      answer: (request, response) => streams.answerRequest(request, response),
      attach(server) {
        const pass = (...upgrade: readonly unknown[]): void => {
          gate.emit("upgrade", ...upgrade);
        };
        server.on("upgrade", pass);
        return () => server.off("upgrade", pass);
      },
      close: () => streams.close(),
    };
  }
  const rest = mockOperations(document, seed);
  const listener = nodeListener(rest);
  const prefixes = serverPaths(contract);
  return {
    document,
    feeds,
    answer(request, response) {
      const { method = "", url = "/" } = request;
      response.on("finish", () => log(`${method} ${url} ${response.statusCode}`));
      allowOrigins(request, response);
      const isPreflight = request.headers["access-control-request-method"] !== undefined;
      if (method === "OPTIONS" && isPreflight) {
        response.writeHead(204).end();
        return;
      }
      const prefix = prefixes.find((each) => url.startsWith(`${each}/`)) ?? "";
      // At the path of a server, and without it.
      if (rest.methodsOf(url).length === 0) request.url = url.slice(prefix.length);
      listener(request, response);
    },
    attach: () => () => {},
    async close() {
      rest.closeStreams();
    },
  };
}

/** Lets pages of any origin call the mock: it has no data of anybody. */
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
