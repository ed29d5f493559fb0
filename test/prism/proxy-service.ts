import { judgedFetch } from "./judged-fetch.ts";
import { type PrismOperations, startPrism } from "./start-prism.ts";
import { type Alter, startRelay } from "./start-relay.ts";

/** Is a service with Prism in front of it. */
export interface ProxiedService {
  /** Prism with `--errors`: nothing that is against the contract comes through. */
  readonly strictUrl: string;
  /** Prism that only tells, for requests that are wrong on purpose. */
  readonly tellingUrl: string;
  /** Throws `ContractViolation` for a request or an answer that is against the contract. */
  readonly fetch: typeof globalThis.fetch;
  /** Has the answers of the service altered before Prism sees them. */
  alter(change: Alter | undefined): void;
  close(): Promise<void>;
}

/** Puts Prism in front of the service at a URL, by which it is called below its prefix. */
export async function proxyService(
  operations: PrismOperations,
  serviceUrl: string,
): Promise<ProxiedService> {
  const { origin, pathname } = new URL(serviceUrl);
  const relay = await startRelay(origin);
  // Prism puts the path of its upstream before the paths of the contract.
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
