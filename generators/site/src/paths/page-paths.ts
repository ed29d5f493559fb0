// Chooses the paths of the reference pages of a version.

import type { Channel, Contract, Declaration, HttpOperation } from "@specwright/contract";
import { slugsOf } from "./slug.ts";

/** The paths of reference pages, relative to the root of the version. */
export interface PagePaths {
  readonly overview: string;
  readonly security: string;
  operation(operation: HttpOperation): string;
  channel(channel: Channel): string;
  /**
   * Returns the path of a named schema's page; `undefined` for a declaration that is not a named schema.
   */
  schema(declaration: Declaration): string | undefined;
  /** The page that lists all schemas. */
  readonly schemas: string;
  readonly webhooks: string;
  /**
   * Returns the path of the page that lists the operations with a tag. Without a tag, returns the page for
   * operations without tags.
   */
  group(tag: string | undefined): string;
}

/** Chooses the paths of the reference pages of a contract. */
export function pagePaths(contract: Contract): PagePaths {
  const operations = [...contract.operations, ...contract.webhooks];
  const operationSlugs = slugsOf(operations.map(operationKey));
  const channelSlugs = slugsOf(contract.channels.map(({ id }) => id));
  const schemaSlugs = slugsOf(contract.declarations.filter(hasPage).map(({ name }) => name));
  const tags = operations.flatMap(({ tags: own }) => own.slice(0, 1));
  const groupSlugs = slugsOf([...tags, ...contract.tags.map(({ name }) => name)]);
  return {
    overview: "index.html",
    security: "security.html",
    operation: (each) => `operations/${operationSlugs.get(operationKey(each)) ?? ""}.html`,
    channel: (each) => `channels/${channelSlugs.get(each.id) ?? ""}.html`,
    schema: (each) => {
      const slug = schemaSlugs.get(each.name);
      return slug === undefined ? undefined : `schemas/${slug}.html`;
    },
    schemas: "schemas.html",
    webhooks: "webhooks.html",
    group: (tag) =>
      tag === undefined ? "operations.html" : `groups/${groupSlugs.get(tag) ?? ""}.html`,
  };
}

function operationKey({ id }: HttpOperation): string {
  return id;
}

/**
 * Reports whether a declaration has a page. Parameters have none: the page of their operation or channel
 * describes them.
 */
function hasPage({ origin }: Declaration): boolean {
  return origin !== "parameters";
}
