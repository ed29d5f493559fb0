// Schema resources, as far as dynamic references depend on them.

import { compareCodePoints, isJsonObject, type Source } from "@specwright/spec-loader";
import type { Schema } from "../model/schema.ts";
import { type Build, placeAt } from "../reading/build.ts";
import { knownSchema, schemaAt } from "../reading/schema-graph.ts";
import { readUnread } from "./schema-object.ts";

/**
 * A schema resource: a file, or a schema with an `$id`, with all nested schemas that have no `$id`.
 */
export interface SchemaResource {
  readonly source: Source;
  /** The schemas by `$dynamicAnchor`, for anchors that a `$dynamicRef` uses. */
  readonly dynamicAnchors: ReadonlyMap<string, Schema>;
}

/**
 * Finds the resource of every schema, and reads the schemas with dynamic anchors that no fixed
 * reference may lead to. Returns a function that finds the resource of a schema.
 */
export function linkResources(build: Build): (schema: Schema) => SchemaResource | undefined {
  const roots = new Map<string, Source>();
  const anchors = new Map<string, Map<string, Schema>>();
  const rootOf = new Map<Schema, string>();
  // The schemas that are read here can add references, names and resources.
  for (let size = -1; size !== rootOf.size && build.schemas.dynamicAnchors.size > 0; ) {
    size = rootOf.size;
    for (const schema of allSchemas(build)) {
      if (rootOf.has(schema)) continue;
      const root = resourceRoot(build, schema.source);
      roots.set(sourceKey(root), root);
      rootOf.set(schema, sourceKey(root));
    }
    for (const [key, root] of roots) {
      const found = anchors.get(key) ?? new Map<string, Schema>();
      anchors.set(key, found);
      addAnchors(build, root, found);
    }
    readUnread(build);
  }
  const resources = new Map<string, SchemaResource>();
  for (const [key, source] of roots) {
    const dynamicAnchors = anchors.get(key);
    if (dynamicAnchors !== undefined && dynamicAnchors.size > 0)
      resources.set(key, { source, dynamicAnchors });
  }
  return (schema) => resources.get(rootOf.get(schema) ?? "");
}

function allSchemas(build: Build): readonly Schema[] {
  return [...build.schemas.byFile.values()].flatMap((schemas) => [...schemas.values()]);
}

/** Finds the nearest place at or above a schema that has an `$id`, or else the top of its file. */
function resourceRoot(build: Build, { file, pointer }: Source): Source {
  let root = pointer;
  while (root !== "" && !hasId(build, { file, pointer: root })) {
    root = root.slice(0, root.lastIndexOf("/"));
  }
  return { file, pointer: root };
}

function sourceKey({ file, pointer }: Source): string {
  return `${file}#${pointer}`;
}

function hasId(build: Build, source: Source): boolean {
  const value = placeAt(build, source)?.value;
  const id = value !== undefined && isJsonObject(value) ? value["$id"] : undefined;
  return typeof id === "string" && !id.startsWith("#");
}

function addAnchors(build: Build, root: Source, found: Map<string, Schema>): void {
  for (const anchor of [...build.schemas.dynamicAnchors].sort(compareCodePoints)) {
    if (found.has(anchor)) continue;
    const resolution = build.specification.resolve(root, `#${anchor}`);
    // An anchor that is missing in a resource is also looked up in its file.
    if (!resolution.found || sourceKey(resourceRoot(build, resolution.source)) !== sourceKey(root))
      continue;
    const place = placeAt(build, resolution.source);
    if (place === undefined || !isJsonObject(place.value)) continue;
    if (place.value["$dynamicAnchor"] !== anchor) continue;
    const target = knownSchema(build, place) ?? schemaAt(build, place, "2020-12");
    found.set(anchor, target);
  }
}
