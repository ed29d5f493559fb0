// Declarations that would check a deeply nested part of a value once for every path that leads to
// it, which takes time exponential in the depth.

import {
  type Contract,
  type Declaration,
  type ObjectSchema,
  possibleTypes,
  type Schema,
  schemaChildren,
  unionTag,
  walkSchemas,
} from "@specwright/contract";
import { leadingTo, partsInPlace } from "./reach.ts";

const found = new WeakMap<Contract, ReadonlySet<Declaration>>();

/**
 * Finds the declarations that contain themselves in two ways at one place, for example in two
 * branches of a union without a tag. Their checks, revivers and rules store their results.
 */
export function repeatingDeclarations(contract: Contract): ReadonlySet<Declaration> {
  const known = found.get(contract);
  if (known !== undefined) return known;
  const components = new Map<number, Declaration[]>();
  for (const declaration of contract.declarations) {
    if (!declaration.recursive) continue;
    const component = components.get(declaration.component);
    if (component === undefined) components.set(declaration.component, [declaration]);
    else component.push(declaration);
  }
  const repeating = new Set<Declaration>();
  for (const component of components.values()) {
    if (isRepeating(contract, component)) for (const each of component) repeating.add(each);
  }
  found.set(contract, repeating);
  return repeating;
}

function isRepeating(contract: Contract, component: readonly Declaration[]): boolean {
  const combined: ObjectSchema[] = [];
  for (const { schema } of component) {
    walkSchemas(schema, (each) => {
      if (each.kind === "schema" && combines(each)) combined.push(each);
      return true;
    });
  }
  if (combined.length === 0) return false;
  const own = new Set<Schema>(component.map(({ schema }) => schema));
  const leading = leadingTo(contract, (schema) => own.has(schema), "anywhere");
  return combined.some((schema) => waysBack(schema, leading) > 1);
}

function combines(schema: ObjectSchema): boolean {
  const { patternProperties, contains } = schema;
  return (
    partsInPlace(schema).length > 0 || patternProperties !== undefined || contains !== undefined
  );
}

/** Counts the keywords and branches that apply to the same member or value and may lead back. */
function waysBack(schema: ObjectSchema, leading: ReadonlySet<Schema>): number {
  const { anyOf = [], oneOf = [], then, else: otherwise, patternProperties, contains } = schema;
  const leads = (part: Schema | undefined): boolean => part !== undefined && leading.has(part);
  const branches = [anyOf, oneOf].map((union) => {
    const count = union.filter(leads).length;
    return count > 1 && isToldApart(schema, union) ? 1 : count;
  });
  const apart = new Set<Schema | undefined>([...anyOf, ...oneOf, then, otherwise]);
  const others = partsInPlace(schema).filter((part) => leads(part) && !apart.has(part));
  const patterns = [...(patternProperties?.values() ?? []), contains].filter(leads);
  const looking = new Set<Schema>([
    ...partsInPlace(schema),
    ...patterns.filter((part) => part !== undefined),
  ]);
  const members = schemaChildren(schema).some(
    ({ schema: part }) => !looking.has(part) && leads(part),
  );
  return (
    branches.reduce((sum, count) => sum + count, 0) +
    others.length +
    patterns.length +
    Number(leads(then) || leads(otherwise)) +
    Number(members)
  );
}

/** Reports whether at most one of several branches examines any given value. */
function isToldApart({ discriminator }: ObjectSchema, branches: readonly Schema[]): boolean {
  if (unionTag(branches, discriminator) !== undefined) return true;
  return (["object", "array"] as const).every(
    (type) => branches.filter((branch) => possibleTypes(branch).has(type)).length < 2,
  );
}
