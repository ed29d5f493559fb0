// The navigation of a version: the same data for all of its pages.

import type { Contract, HttpOperation } from "@specwright/contract";
import { groupOperations } from "../pages/group-operations.ts";
import { operationTitle } from "../pages/operation-title.ts";
import { type PagePaths, pagePaths } from "../paths/page-paths.ts";

/** A page in the navigation. */
export interface NavigationItem {
  readonly text: string;
  readonly path: string;
  /** The method of an operation, in upper case. */
  readonly method?: string;
  readonly isDeprecated?: boolean;
}

/** A part of the navigation; it is open on its own page and on those of its items. */
export interface NavigationGroup {
  readonly text: string;
  /** The page of the group, if it has one. */
  readonly path?: string;
  readonly items: readonly NavigationItem[];
}

/** Lists the reference pages of a contract by group. */
export function referenceNavigation(contract: Contract): readonly NavigationGroup[] {
  const paths = pagePaths(contract);
  return [introduction(paths), ...operationGroups(contract, paths)].filter(
    ({ items }) => items.length > 0,
  );
}

function introduction(paths: PagePaths): NavigationGroup {
  return { text: "", items: [{ text: "Overview", path: paths.overview }] };
}

function operationGroups(contract: Contract, paths: PagePaths): readonly NavigationGroup[] {
  return groupOperations(contract).map(({ title, tag, operations }) => ({
    text: title,
    ...(tag !== undefined && { path: paths.group(tag) }),
    items: operations.map((operation) => operationItem(operation, paths)),
  }));
}

function operationItem(operation: HttpOperation, paths: PagePaths): NavigationItem {
  return {
    text: operationTitle(operation),
    path: paths.operation(operation),
    method: operation.method.toUpperCase(),
    ...(operation.deprecated && { isDeprecated: true }),
  };
}
