// Stoplight's Prism in this process: the same as `prism proxy <document> <upstream>` and `prism mock
// <document>`.

import { createLogger } from "@stoplight/prism-core";
import { getHttpOperationsFromSpec } from "@stoplight/prism-http";
import { createServer } from "@stoplight/prism-http-server";

/** The operations that Prism reads from a document; `iid` is the operation id. */
export type PrismOperations = Awaited<ReturnType<typeof getHttpOperationsFromSpec>>;

/** A running proxy or mock server. */
export interface Prism {
  readonly url: string;
  close(): Promise<void>;
}

/** Reads a document, given relative to the root of the repository. */
export async function readPrismOperations(document: string): Promise<PrismOperations> {
  return await getHttpOperationsFromSpec(new URL(`../../${document}`, import.meta.url).pathname);
}

/**
 * Starts a mock server on a free port. It responds to every request with the status in the request header
 * `prefer`, from examples, or with `prefer: dynamic=true` from generated values. The response header
 * `sl-violations` lists the faults of its own response. With `validateRequest` it refuses requests that
 * violate the document.
 */
export async function startPrismMock(
  operations: PrismOperations,
  { validateRequest = false } = {},
): Promise<Prism> {
  const server = createServer(operations, {
    cors: false,
    config: {
      isProxy: false,
      upstreamProxy: undefined,
      errors: false,
      checkSecurity: false,
      validateRequest,
      validateResponse: true,
      mock: { dynamic: false },
    },
    components: { logger: createLogger("prism", { level: "silent" }) },
  });
  return { url: await server.listen(0, "127.0.0.1"), close: () => server.close() };
}

/**
 * Starts a proxy on a free port. With `errors`, it responds to violations of the contract itself; otherwise
 * it forwards everything and reports violations in the header `sl-violations`.
 */
export async function startPrism(
  operations: PrismOperations,
  { upstream, errors }: { readonly upstream: string; readonly errors: boolean },
): Promise<Prism> {
  const server = createServer(operations, {
    cors: false,
    config: {
      isProxy: true,
      upstream: new URL(upstream),
      upstreamProxy: undefined,
      errors,
      checkSecurity: true,
      validateRequest: true,
      validateResponse: true,
      mock: { dynamic: false },
    },
    components: { logger: createLogger("prism", { level: "silent" }) },
  });
  return { url: await server.listen(0, "127.0.0.1"), close: () => server.close() };
}
