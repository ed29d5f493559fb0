import { type Schema, schemaReferences, walkSchemas } from "@specwright/contract";

/** Reports whether the meaning of a schema depends on the schemas that refer to it. */
export function isDynamic(schema: Schema): boolean {
  const seen = new Set<Schema>();
  const waiting = [schema];
  let found = false;
  for (let root = waiting.pop(); root !== undefined; root = waiting.pop()) {
    walkSchemas(root, (each) => {
      if (seen.has(each)) return false;
      seen.add(each);
      if (each.kind === "schema" && each.dynamicRef?.dynamicAnchor !== undefined) found = true;
      waiting.push(...schemaReferences(each));
      return true;
    });
  }
  return found;
}
