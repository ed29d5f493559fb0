import { readContract } from "./contract-operations.ts";

/** Answers a body that comes too slowly, which the fuzz does not send. */
const REQUEST_TIMEOUT = 408;

/** Lists the statuses that the fuzz must see: those that the contract of the marketplace documents, but for those of faults. */
export function documentedStatuses(): readonly string[] {
  const { operations } = readContract("marketplace/openapi.yaml");
  const all = new Set(operations.flatMap(({ answers }) => [...answers.keys()]));
  return [...all].filter((status) => status < 500 && status !== REQUEST_TIMEOUT).map(String);
}
