import { judgedFetch } from "./judged-fetch.ts";
import { type PrismOperations, startPrism } from "./start-prism.ts";
import { type Alter, startRelay } from "./start-relay.ts";

/** A service with Prism in front of it. */
export interface ProxiedService {
  /** Prism with `--errors`: it blocks everything that violates the contract. */
  readonly strictUrl: string;
  /** Prism that only reports violations, for requests that are wrong on purpose. */
  readonly tellingUrl: string;
  /** Throws `ContractViolation` if a request or response violates the contract. */
  readonly fetch: typeof globalThis.fetch;
  /** Alters the responses of the service before Prism sees them. */
  alter(change: Alter | undefined): void;
  close(): Promise<void>;
}

/** Puts Prism in front of the service at a URL, which includes its prefix. */
export async function proxyService(
  operations: PrismOperations,
  serviceUrl: string,
): Promise<ProxiedService> {
  const { origin, pathname } = new URL(serviceUrl);
  const relay = await startRelay(origin);
  // Prism prepends the path of its upstream to the paths of the contract.
  const upstream = `${relay.url}${pathname}`;
  const strict = await startPrism(operations, { upstream, errors: true });
  const telling = await startPrism(operations, { upstream, errors: false });
  return {
    strictUrl: strict.url,
    tellingUrl: telling.url,
    fetch: judgedFetch(telling.url),
    alter: relay.alter,
    async close() {
      await Promise.all([strict.close(), telling.close()]);
      await relay.close();
    },
  };
}
