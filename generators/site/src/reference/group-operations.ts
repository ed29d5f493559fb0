import type { Contract, HttpOperation } from "@specwright/contract";
import { compareCodePoints } from "@specwright/spec-loader";
import type { PagePaths } from "../paths/page-paths.ts";
import { plainText } from "../text/plain-text.ts";

/** The operations that have the same first tag. */
export interface OperationGroup {
  readonly title: string;
  /** The path of the page that lists these operations. */
  readonly path: string;
  readonly description?: string;
  readonly operations: readonly HttpOperation[];
}

/**
 * Groups the operations of a contract by their first tag. The tags that the document declares come first,
 * in the order of the document. Then come other tags by name, operations without a tag, and webhooks.
 */
export function groupOperations(contract: Contract, paths: PagePaths): readonly OperationGroup[] {
  const byTag = Map.groupBy(contract.operations, ({ tags }) => tags[0]);
  const described = contract.tags.map(({ name }) => name);
  const others = [...byTag.keys()].filter((tag) => tag !== undefined).sort(compareCodePoints);
  const groups: OperationGroup[] = [];
  for (const tag of new Set([...described, ...others])) {
    const operations = byTag.get(tag);
    if (operations === undefined) continue;
    const description = contract.tags.find(({ name }) => name === tag)?.description;
    groups.push({
      title: plainText(tag) || "Unnamed",
      path: paths.group(tag),
      ...(description !== undefined && { description }),
      operations,
    });
  }
  const untagged = byTag.get(undefined) ?? [];
  if (untagged.length > 0) {
    const title = groups.length === 0 ? "Operations" : "Other operations";
    groups.push({ title, path: paths.group(undefined), operations: untagged });
  }
  if (contract.webhooks.length > 0) {
    groups.push({ title: "Webhooks", path: paths.webhooks, operations: contract.webhooks });
  }
  return groups;
}
