import type { Contract } from "@specwright/contract";
import { pagePaths } from "../paths/page-paths.ts";
import { referenceNavigation } from "../reference/navigation.ts";

/** Returns the paths of all reference pages of a contract. Does not write the pages. */
export function referencePaths(contract: Contract): ReadonlySet<string> {
  const paths = pagePaths(contract);
  const found = new Set<string>();
  for (const { path, items } of referenceNavigation(contract)) {
    if (path !== undefined) found.add(path);
    for (const item of items) found.add(item.path);
  }
  // The navigation omits some schemas that have a page.
  for (const declaration of contract.declarations) {
    const path = paths.schema(declaration);
    if (path !== undefined) found.add(path);
  }
  return found;
}
