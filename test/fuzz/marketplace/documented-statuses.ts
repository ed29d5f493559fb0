import { readContract } from "./contract-operations.ts";

/** The answer to a body that arrives too slowly, which the fuzz does not send. */
const REQUEST_TIMEOUT = 408;

/**
 * Returns the statuses that the fuzz must see: those in the contract of the marketplace, except
 * server errors.
 */
export function documentedStatuses(): readonly string[] {
  const { operations } = readContract("marketplace/openapi.yaml");
  const all = new Set(operations.flatMap(({ answers }) => [...answers.keys()]));
  return [...all].filter((status) => status < 500 && status !== REQUEST_TIMEOUT).map(String);
}
