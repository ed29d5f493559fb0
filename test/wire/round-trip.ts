// Calls a generated server with its generated client, over HTTP.

import { restTransport } from "@specwright/rest/client";
import { createRestServer } from "@specwright/rest/fastify";
import type { RequestParts } from "@specwright/runtime";
import type { OperationDescriptor } from "@specwright/runtime/codegen";
import { onTestFinished } from "vitest";

/** Calls an operation; returns the input of its handler, or the text of the error. */
export type RoundTrip = (id: string, request: RequestParts) => Promise<unknown>;

/** Serves operations until the test ends. Each responds with 204. */
export async function serveRoundTrips(
  operations: ReadonlyMap<string, OperationDescriptor>,
): Promise<RoundTrip> {
  let received: unknown;
  const handle = (request: unknown): { readonly status: 204 } => {
    received = request;
    return { status: 204 };
  };
  const handlers = Object.fromEntries([...operations.keys()].map((id) => [id, handle]));
  const app = createRestServer({ operations: [...operations.values()], handlers });
  onTestFinished(() => app.close());
  const baseUrl = await app.listen({ host: "127.0.0.1", port: 0 });
  const transport = restTransport({ baseUrl });
  return async (id, request) => {
    const operation = operations.get(id);
    if (operation === undefined) throw new Error(`no operation ${id}`);
    received = undefined;
    const failed = await transport.call(operation, request).then(
      () => undefined,
      (error: unknown) => `${error}`,
    );
    return failed ?? received;
  };
}
