// Finds schema resources and their dynamic anchors. Dynamic references need both.

import { compareCodePoints, isJsonObject, type Source } from "@specwright/spec-loader";
import type { Schema } from "../model/schema.ts";
import { type Build, placeAt } from "../reading/build.ts";
import { knownSchema, schemaAt } from "../reading/schema-graph.ts";
import { readUnread } from "./schema-object.ts";

/**
 * A schema resource: a file, or a schema with an `$id`. Nested schemas belong to the resource, except
 * schemas with their own `$id`.
 */
export interface SchemaResource {
  readonly source: Source;
  /** The schemas by `$dynamicAnchor`, for anchors that a `$dynamicRef` uses. */
  readonly dynamicAnchors: ReadonlyMap<string, Schema>;
}

/**
 * Finds the resource of every schema. Also reads schemas with dynamic anchors, because possibly no `$ref`
 * leads to them. Returns a function that returns the resource of a schema.
 */
export function linkResources(build: Build): (schema: Schema) => SchemaResource | undefined {
  const roots = new Map<string, Source>();
  const anchors = new Map<string, Map<string, Schema>>();
  const rootOf = new Map<Schema, string>();
  // Reading a schema can add references, anchors and resources, so repeat until nothing is added.
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

/**
 * Finds the root of a schema's resource: the nearest schema around it, or the schema itself, with an `$id`;
 * or else the root of the file.
 */
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
    // If a resource does not have an anchor, `resolve` finds the anchor elsewhere in the file.
    if (!resolution.found || sourceKey(resourceRoot(build, resolution.source)) !== sourceKey(root))
      continue;
    const place = placeAt(build, resolution.source);
    if (place === undefined || !isJsonObject(place.value)) continue;
    if (place.value["$dynamicAnchor"] !== anchor) continue;
    const target = knownSchema(build, place) ?? schemaAt(build, place, "2020-12");
    found.set(anchor, target);
  }
}
