// The server of these tests: the `http` module of Node. `test/frameworks/on-fastify.test.ts` runs the
// same tests on Fastify.

import { createServer, type Server } from "node:http";
import { type Handlers, nodeListener, type RestHandlerOptions } from "@specwright/rest/server";
import { buildRestHandler } from "../../src/server/create-rest-handler.ts";

/** A server that was not started yet. */
export interface TestServer {
  readonly server: Server;
  listen(where: { readonly port: number; readonly host: string }): Promise<unknown>;
  close(): Promise<void>;
}

/** Whether the server responds to invalid HTTP; otherwise Node does. */
export const answersParserErrors: boolean = false;

/** Creates a server for operations. */
export function createTestServer<Table extends Handlers<Table, Principal>, Principal = never>(
  options: RestHandlerOptions<Principal, Table>,
): TestServer {
  const rest = buildRestHandler<Table, Principal>(options);
  const server = createServer(nodeListener(rest));
  return {
    server,
    listen: ({ port, host }) =>
      new Promise<void>((resolve) => server.listen(port, host, () => resolve())),
    close: async () => {
      rest.closeStreams();
      if (server.listening) await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}
