import {
  type Contract,
  isPureReference,
  type ObjectSchema,
  type Schema,
} from "@specwright/contract";

/** Follows references that have nothing beside them. */
export function undescribed(schema: Schema): Schema {
  const seen = new Set<Schema>();
  let current = schema;
  while (!seen.has(current) && isPureReference(current) && described(current) === undefined) {
    seen.add(current);
    current = current.ref.target;
  }
  return current;
}

/** Returns a reference with annotations beside it, without the reference. */
export function described(schema: Schema): ObjectSchema | undefined {
  if (!isPureReference(schema) || Object.keys(schema.raw).length === 1) return undefined;
  const { ref: _, ...rest } = schema;
  return rest;
}

/** Returns a schema without keywords, for what has no annotations beside a reference. */
export function bare({ source }: Schema): ObjectSchema {
  return { kind: "schema", source, dialect: "2020-12", raw: {}, extensions: new Map() };
}

/** Returns what a reference leads to. */
export function targetOf(schema: Schema): Schema {
  return isPureReference(schema) ? schema.ref.target : schema;
}

/** Lists the names of all components. */
export function componentNames({ declarations }: Contract): ReadonlySet<string> {
  return new Set(declarations.filter(({ origin }) => origin === "schema").map(({ name }) => name));
}

/** Returns the name of a component, also behind references. */
export function componentName(contract: Contract, schema: Schema): string | undefined {
  const target = undescribed(schema);
  const declaration = contract.declarationOf(isPureReference(target) ? target.ref.target : target);
  return declaration?.origin === "schema" ? declaration.name : undefined;
}
