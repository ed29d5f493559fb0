import { readContract } from "./contract-operations.ts";

/** The response to a body that arrives too slowly, which the fuzz does not send. */
const REQUEST_TIMEOUT = 408;

/** Returns the statuses that the fuzz must see: all in the marketplace's contract, except server errors. */
export function documentedStatuses(): readonly string[] {
  const { operations } = readContract("marketplace/openapi.yaml");
  const all = new Set(operations.flatMap(({ answers }) => [...answers.keys()]));
  return [...all].filter((status) => status < 500 && status !== REQUEST_TIMEOUT).map(String);
}
