// Creates the navigation of a version. All pages of the version share the navigation.

import type { Contract, HttpOperation } from "@specwright/contract";
import { type PagePaths, pagePaths } from "../paths/page-paths.ts";
import { plainText } from "../text/plain-text.ts";
import { channelTitle } from "./channel-title.ts";
import { groupOperations } from "./group-operations.ts";
import { operationTitle } from "./operation-title.ts";

/** A page in the navigation. */
export interface NavigationItem {
  readonly text: string;
  readonly path: string;
  /** The HTTP method of an operation, in upper case. */
  readonly method?: string;
  readonly isDeprecated?: boolean;
}

/** A group in the navigation. It is open on the page of the group and on the pages of its items. */
export interface NavigationGroup {
  readonly text: string;
  /** The page of the group; absent if the group has no page. */
  readonly path?: string;
  /** Whether the group is closed on all other pages, even in a small document. */
  readonly isMinor?: boolean;
  readonly items: readonly NavigationItem[];
}

/** Lists the reference pages of a contract in groups. */
export function referenceNavigation(contract: Contract): readonly NavigationGroup[] {
  const paths = pagePaths(contract);
  const groups = [
    introductionGroup(contract, paths),
    channelGroup(contract, paths),
    ...groupOperations(contract, paths).map(({ title, path, operations }) => ({
      text: title,
      path,
      items: operations.map((operation) => operationItem(operation, contract, paths)),
    })),
    schemaGroup(contract, paths),
  ];
  return groups.filter(({ items }) => items.length > 0);
}

function introductionGroup({ securitySchemes }: Contract, paths: PagePaths): NavigationGroup {
  const security =
    securitySchemes.length > 0 ? [{ text: "Authentication", path: paths.security }] : [];
  return { text: "", items: [{ text: "Overview", path: paths.overview }, ...security] };
}

function channelGroup({ channels }: Contract, paths: PagePaths): NavigationGroup {
  const items = channels.map((channel) => ({
    text: channelTitle(channel),
    path: paths.channel(channel),
    ...(channel.deprecated && { isDeprecated: true }),
  }));
  return { text: "Channels", items };
}

function operationItem(
  operation: HttpOperation,
  { webhooks }: Contract,
  paths: PagePaths,
): NavigationItem {
  return {
    text: operationTitle(operation),
    path: paths.operation(operation),
    method: webhooks.includes(operation) ? "HOOK" : operation.method.toUpperCase(),
    ...(operation.deprecated && { isDeprecated: true }),
  };
}

function schemaGroup({ declarations }: Contract, paths: PagePaths): NavigationGroup {
  const items = declarations
    .filter(({ origin }) => origin === "schema")
    .flatMap((declaration) => {
      const path = paths.schema(declaration);
      return path === undefined ? [] : [{ text: plainText(declaration.name) || "Unnamed", path }];
    })
    .sort((one, other) => compareTexts(one.text, other.text));
  return { text: "Schemas", path: paths.schemas, isMinor: true, items };
}

function compareTexts(one: string, other: string): number {
  const [left, right] = [one.toLowerCase(), other.toLowerCase()];
  if (left === right) return one < other ? -1 : 1;
  return left < right ? -1 : 1;
}
