import { readContract } from "./contract-operations.ts";

/** Lists the statuses that the contract of the marketplace documents, but for 500: none is to be seen. */
export function documentedStatuses(): readonly string[] {
  const { operations } = readContract("marketplace/openapi.yaml");
  const all = new Set(operations.flatMap(({ answers }) => [...answers.keys()]));
  return [...all].filter((status) => status < 500).map(String);
}
