// Calls the operations of a table over raw sockets: the bytes that a generated client writes, and the
// values that a generated server reads.

import { connect } from "node:net";
import { restTransport } from "@specwright/rest/client";
import { createRestServer } from "@specwright/rest/fastify";
import type { RequestParts } from "@specwright/runtime";
import type { OperationDescriptor } from "@specwright/runtime/codegen";
import { onTestFinished } from "vitest";
import { recordRequests } from "./record-requests.ts";

/** Operations by id. */
export type Operations = ReadonlyMap<string, OperationDescriptor>;

/** Calls operations `r0`, `r1` and so on; returns the bytes of each request, or the error. */
export async function writtenRequests(
  operations: Operations,
  requests: readonly RequestParts[],
): Promise<readonly string[]> {
  const recorder = await recordRequests();
  const transport = restTransport({ baseUrl: recorder.url });
  const written: string[] = [];
  for (const [index, request] of requests.entries()) {
    const operation = operations.get(`r${index}`);
    if (operation === undefined) throw new Error(`no operation r${index}`);
    const failed = await transport.call(operation, request).then(
      () => undefined,
      (error: unknown) => `${error}`,
    );
    written.push(failed ?? recorder.last());
  }
  return written;
}

/** Sends bytes to a server of the operations; returns the input of its handlers, or else the responses. */
export async function readRequests(
  operations: Operations,
  requests: readonly string[],
): Promise<readonly unknown[]> {
  let received: unknown;
  const handle = (request: unknown): { readonly status: 204 } => {
    received = request;
    return { status: 204 };
  };
  const handlers = Object.fromEntries([...operations.keys()].map((id) => [id, handle]));
  const app = createRestServer({ operations: [...operations.values()], handlers });
  onTestFinished(() => app.close());
  await app.listen({ host: "127.0.0.1", port: 0 });
  const address = app.server.address();
  if (typeof address !== "object" || address === null) throw new Error("no address");
  const all: unknown[] = [];
  for (const request of requests) {
    received = undefined;
    const socket = connect(address.port, "127.0.0.1");
    socket.write(request, "latin1");
    let answer = "";
    for await (const chunk of socket) answer += String(chunk);
    all.push(received ?? answer);
  }
  return all;
}
