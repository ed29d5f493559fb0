import type { Contract, Declaration, ObjectSchema, Schema } from "@specwright/contract";

/** Makes the test whether one declaration judges another on the same value: by reference, conjunct or alternative. */
export function reachability(contract: Contract): (from: Declaration, to: Declaration) => boolean {
  const known = new Map<Declaration, ReadonlySet<Declaration>>();
  const from = (start: Declaration): ReadonlySet<Declaration> => {
    const found = known.get(start);
    if (found !== undefined) return found;
    const reached = new Set<Declaration>();
    const seen = new Set<Schema>();
    const enter = (schema: Schema): void => {
      if (schema.kind === "boolean" || seen.has(schema)) return;
      seen.add(schema);
      const declaration = contract.declarationOf(schema);
      if (declaration !== undefined) reached.add(declaration);
      for (const part of inPlaceParts(schema)) enter(part);
    };
    enter(start.schema);
    known.set(start, reached);
    return reached;
  };
  return (start, to) => from(start).has(to);
}

/** Gives the schemas that judge the same value as the schema they stand in. */
export function inPlaceParts(schema: ObjectSchema): readonly Schema[] {
  const { ref, dynamicRef, allOf, anyOf, oneOf, not, then, else: otherwise } = schema;
  const parts: (Schema | undefined)[] = [ref?.target, dynamicRef?.target];
  parts.push(...(allOf ?? []), ...(anyOf ?? []), ...(oneOf ?? []));
  parts.push(not, schema.if, then, otherwise, ...(schema.dependentSchemas?.values() ?? []));
  return parts.filter((part) => part !== undefined);
}

/** Gives the schemas of members and items. */
export function innerParts(schema: ObjectSchema): readonly Schema[] {
  const { properties, patternProperties, additionalProperties, prefixItems, items } = schema;
  const parts: (Schema | undefined)[] = [...(properties?.values() ?? [])];
  parts.push(...(patternProperties?.values() ?? []), additionalProperties);
  parts.push(...(prefixItems ?? []), items);
  return parts.filter((part) => part !== undefined);
}
