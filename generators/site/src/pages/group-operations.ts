import { type Contract, compareCodePoints, type HttpOperation } from "@specwright/contract";
import { plainText } from "../text/plain-text.ts";

/** Operations with the same first tag. */
export interface OperationGroup {
  readonly title: string;
  /** Absent for operations without a tag, and for webhooks. */
  readonly tag?: string;
  readonly description?: string;
  readonly operations: readonly HttpOperation[];
}

/**
 * Groups the operations of a contract by their first tag: in the order in which the document
 * describes its tags, then the others by name, then operations without a tag, and webhooks.
 */
export function groupOperations(contract: Contract): readonly OperationGroup[] {
  const byTag = Map.groupBy(contract.operations, ({ tags }) => tags[0]);
  const described = contract.tags.map(({ name }) => name);
  const others = [...byTag.keys()].filter((tag) => tag !== undefined && !described.includes(tag));
  const tags = [...described, ...others.filter((tag) => tag !== undefined).sort(compareCodePoints)];
  const groups: OperationGroup[] = [];
  for (const tag of new Set(tags)) {
    const operations = byTag.get(tag);
    if (operations === undefined) continue;
    const description = contract.tags.find(({ name }) => name === tag)?.description;
    const title = plainText(tag) || "Unnamed";
    groups.push({ title, tag, ...(description !== undefined && { description }), operations });
  }
  const untagged = byTag.get(undefined) ?? [];
  if (untagged.length > 0) {
    const title = groups.length === 0 ? "Operations" : "Other operations";
    groups.push({ title, operations: untagged });
  }
  if (contract.webhooks.length > 0) {
    groups.push({ title: "Webhooks", operations: contract.webhooks });
  }
  return groups;
}
