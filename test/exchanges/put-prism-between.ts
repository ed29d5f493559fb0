import { judgedFetch } from "../prism/judged-fetch.ts";
import { type PrismOperations, startPrism } from "../prism/start-prism.ts";
import { type Alter, startRelay } from "../prism/start-relay.ts";
import type { Between } from "./call-document.ts";

/**
 * Puts Prism with `--errors` in front of the server at a URL. Prism blocks each request and response that
 * violates the document, and the fetch throws `ContractViolation`. `alter` changes the server's responses
 * before Prism sees them.
 */
export async function putPrismBetween(
  operations: PrismOperations,
  serverUrl: string,
  alter?: Alter,
): Promise<Between> {
  const relay = await startRelay(serverUrl);
  relay.alter(alter);
  const prism = await startPrism(operations, { upstream: relay.url, errors: true });
  return {
    url: prism.url,
    fetch: judgedFetch(),
    carries: isSafe,
    async close() {
      await prism.close();
      await relay.close();
    },
  };
}

/** Reports whether all integers are within 2^53: Prism parses and writes JSON with doubles. */
function isSafe(value: unknown): boolean {
  if (typeof value === "bigint") return Number.isSafeInteger(Number(value));
  return typeof value !== "object" || value === null || Object.values(value).every(isSafe);
}
