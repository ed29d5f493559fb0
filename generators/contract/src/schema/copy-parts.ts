import type { Schema } from "../model/schema.ts";
import type { SchemaDraft } from "./schema-graph.ts";
import { schemaLists, schemaMaps, singleSchemas } from "./walk-schemas.ts";

/** Replaces all schemas that the copy of a schema contains or refers to. */
export function copyParts(copy: SchemaDraft, replace: (part: Schema) => Schema): void {
  for (const keyword of singleSchemas) {
    const part = copy[keyword];
    if (part !== undefined) copy[keyword] = replace(part);
  }
  for (const keyword of schemaLists) {
    const parts = copy[keyword];
    if (parts !== undefined) copy[keyword] = parts.map(replace);
  }
  for (const keyword of schemaMaps) {
    const parts = copy[keyword];
    if (parts !== undefined) copy[keyword] = replaceAll(parts, replace);
  }
  const { ref, dynamicRef, discriminator } = copy;
  if (ref !== undefined) copy.ref = { ...ref, target: replace(ref.target) };
  if (dynamicRef !== undefined)
    copy.dynamicRef = { ...dynamicRef, target: replace(dynamicRef.target) };
  if (discriminator !== undefined)
    copy.discriminator = {
      ...discriminator,
      mapping: replaceAll(discriminator.mapping, replace),
    };
}

function replaceAll(
  parts: ReadonlyMap<string, Schema>,
  replace: (part: Schema) => Schema,
): ReadonlyMap<string, Schema> {
  return new Map([...parts].map(([name, part]) => [name, replace(part)]));
}
