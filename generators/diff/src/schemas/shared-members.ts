import type { ObjectSchema } from "@specwright/contract";
import { conjunctsOf, viewOf } from "./schema-view.ts";

/** Reports whether two parts of a schema may describe the same member or item. */
export function hasSharedMembers(schema: ObjectSchema): boolean {
  if (schema.patternProperties !== undefined || schema.contains !== undefined) return true;
  const single = [schema, ...conjunctsOf(schema).map(viewOf)];
  const conditional = [schema.then, schema.else, ...(schema.dependentSchemas?.values() ?? [])];
  for (const each of conditional) if (each !== undefined) single.push(viewOf(each));
  // A value belongs to one branch of a union, so all branches together count as one part.
  const unions = [schema.anyOf ?? [], schema.oneOf ?? []].map((each) => each.map(viewOf));
  const parts = [...single.map((each) => [each]), ...unions];
  const names = parts.flatMap((part) => [...new Set(part.flatMap(memberNames))]);
  const isNested = [...single.slice(1), ...unions.flat()].some(
    (each) => conjunctsOf(each).length > 0 || each.patternProperties !== undefined,
  );
  return isNested || new Set(names).size < names.length;
}

function memberNames({ properties, items, prefixItems }: ObjectSchema): readonly string[] {
  const hasItems = items !== undefined || prefixItems !== undefined;
  return [...(properties?.keys() ?? []), ...(hasItems ? ["[]"] : [])];
}
