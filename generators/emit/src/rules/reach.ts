// Finds the schemas that contain other schemas or refer to them.

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

/**
 * Which links between schemas are followed: all links, the links through which a schema decodes its value,
 * or only the links to schemas that decode the same value.
 */
type Way = "anywhere" | "decoded" | "decoded in place";

/** Finds the schemas of a contract from which such links lead to one of the wanted schemas. */
export function leadingTo(
  contract: Contract,
  isWanted: (schema: ObjectSchema) => boolean,
  way: Way,
): ReadonlySet<Schema> {
  const { schemas, parents } = schemaGraph(contract);
  const found = new Set<Schema>(schemas.filter(isWanted));
  const widest = widths[way];
  // The loop also visits the items that it adds to the set.
  for (const schema of found) {
    for (let step = parents.get(schema); step !== undefined; step = step.other) {
      if (step.width <= widest) found.add(step.parent);
    }
  }
  return found;
}

/** Lists the object schemas of a contract, each once. */
export function objectSchemas(contract: Contract): readonly ObjectSchema[] {
  return schemaGraph(contract).schemas;
}

/** A link from a schema to a schema that contains it or refers to it. */
interface Step {
  readonly parent: ObjectSchema;
  /** The number of the narrowest `Way` that includes this link; see `widths`. */
  readonly width: number;
  /** The next link that starts at the same schema. Nearly all schemas have only one link. */
  readonly other: Step | undefined;
}

interface SchemaGraph {
  readonly schemas: readonly ObjectSchema[];
  readonly parents: ReadonlyMap<Schema, Step>;
}

/** A number for each way. A way includes all links of the ways with smaller numbers. */
const widths: Readonly<Record<Way, number>> = { "decoded in place": 0, decoded: 1, anywhere: 2 };

const graphs = new WeakMap<Contract, SchemaGraph>();

function schemaGraph(contract: Contract): SchemaGraph {
  let graph = graphs.get(contract);
  if (graph === undefined) {
    graph = readGraph(contract);
    graphs.set(contract, graph);
  }
  return graph;
}

function readGraph(contract: Contract): SchemaGraph {
  const schemas: ObjectSchema[] = [];
  const parents = new Map<Schema, Step>();
  const seen = new Set<Schema>(contract.declarations.map(({ schema }) => schema));
  // The loop also visits the items that it adds to the set.
  for (const parent of seen) {
    if (parent.kind === "boolean") continue;
    schemas.push(parent);
    const { not, if: when, contains, propertyNames } = parent;
    const add = (part: Schema, decoding: Way): void => {
      seen.add(part);
      const only = part === not || part === when || part === contains || part === propertyNames;
      const width = widths[only ? "anywhere" : decoding];
      parents.set(part, { parent, width, other: parents.get(part) });
    };
    for (const part of partsInPlace(parent)) add(part, "decoded in place");
    for (const part of partsInside(parent)) add(part, "decoded");
  }
  return { schemas, parents };
}

/** Lists the schemas that a schema applies to the same value. References are followed for one step. */
export function partsInPlace(schema: ObjectSchema): readonly Schema[] {
  const { ref, dynamicRef, allOf, anyOf, oneOf, dependentSchemas } = schema;
  const parts: Schema[] = [];
  const single = [ref?.target, dynamicRef?.target, schema.not, schema.if, schema.then, schema.else];
  for (const part of single) if (part !== undefined) parts.push(part);
  for (const list of [allOf, anyOf, oneOf]) if (list !== undefined) parts.push(...list);
  if (dependentSchemas !== undefined) parts.push(...dependentSchemas.values());
  return parts;
}

/** Lists the schemas that a schema applies to members and items. */
function partsInside(schema: ObjectSchema): readonly Schema[] {
  const { properties, patternProperties, prefixItems } = schema;
  const { additionalProperties, unevaluatedProperties, propertyNames } = schema;
  const { items, unevaluatedItems, contains } = schema;
  const parts: Schema[] = [];
  if (properties !== undefined) parts.push(...properties.values());
  if (patternProperties !== undefined) parts.push(...patternProperties.values());
  if (prefixItems !== undefined) parts.push(...prefixItems);
  const single = [additionalProperties, unevaluatedProperties, propertyNames];
  for (const part of [...single, items, unevaluatedItems, contains]) {
    if (part !== undefined) parts.push(part);
  }
  return parts;
}

// Finds declarations whose check would visit a nested value once for each path of schemas that leads to it.
// The number of paths can be exponential.

const found = new WeakMap<Contract, ReadonlySet<Declaration>>();

/**
 * Finds the declarations that lead back to themselves in two ways for the same value, for example through
 * two branches of a union without a tag. The checks, revivers and rules of such declarations cache their
 * results.
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
      if (each.kind === "schema" && combinesSchemas(each)) combined.push(each);
      return true;
    });
  }
  if (combined.length === 0) return false;
  const own = new Set<Schema>(component.map(({ schema }) => schema));
  const leading = leadingTo(contract, (schema) => own.has(schema), "anywhere");
  return combined.some((schema) => countReturnPaths(schema, leading) > 1);
}

function combinesSchemas(schema: ObjectSchema): boolean {
  const { patternProperties, contains } = schema;
  return (
    partsInPlace(schema).length > 0 || patternProperties !== undefined || contains !== undefined
  );
}

/**
 * Counts the keywords and branches that apply to the same value, or to the same member, and that can lead
 * back.
 */
function countReturnPaths(schema: ObjectSchema, leading: ReadonlySet<Schema>): number {
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

/** Reports whether at most one of the branches can check the contents of a value. */
function isToldApart({ discriminator }: ObjectSchema, branches: readonly Schema[]): boolean {
  if (unionTag(branches, discriminator) !== undefined) return true;
  return (["object", "array"] as const).every(
    (type) => branches.filter((branch) => possibleTypes(branch).has(type)).length < 2,
  );
}
