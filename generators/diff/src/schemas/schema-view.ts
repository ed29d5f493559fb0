import {
  annotationFields,
  dereference,
  type ObjectSchema,
  type Schema,
  type TypeName,
} from "@specwright/contract";

/**
 * Follows references and wrappers, and returns the keywords of the schema in a normal form. A union or
 * `allOf` with one branch becomes this branch. A union with `null` becomes a nullable schema. `true`
 * becomes a schema without keywords, and `false` a schema with an empty list of types.
 */
export function viewOf(schema: Schema): ObjectSchema {
  return unwrapSchema(schema, new Set());
}

/** The schemas that are currently unwrapped. They show when to stop at a cycle. */
type Path = ReadonlySet<ObjectSchema>;

/** The maximum depth of nested wrappers, to stop endless loops. */
const longest = 40;

function unwrapSchema(schema: Schema, outer: Path): ObjectSchema {
  let current = objectSchemaOf(dereference(schema));
  const path = new Set(outer);
  for (let next: ObjectSchema | undefined = current; next !== undefined; ) {
    if (path.has(next) || path.size > longest) return current;
    path.add(next);
    const branch = onlyBranch(current);
    const inner = branch ?? nullableBranch(current, path);
    if (inner === undefined) return current;
    const annotations = Object.entries(current).filter(
      ([key]) => annotationFields.has(key) && key !== "raw",
    );
    current = { ...inner, ...Object.fromEntries(annotations) };
    next = branch;
  }
  return current;
}

/**
 * A schema that only wraps a different schema: an `allOf` or a union with one branch, or a union of one
 * branch and `null`.
 */
export interface Wrapper {
  /** The wrapped schema. References are not followed. */
  readonly inner: Schema;
  readonly isNullable: boolean;
  /** The annotations of the wrapper. */
  readonly annotations: ObjectSchema;
}

/** Returns a schema as a wrapper; undefined if the schema is not a wrapper. */
export function wrapperOf(schema: Schema): Wrapper | undefined {
  if (schema.kind === "boolean") return undefined;
  const [keyword, ...others] = restrictingKeywords(schema);
  if (others.length > 0) return undefined;
  if (keyword !== "allOf" && keyword !== "anyOf" && keyword !== "oneOf") return undefined;
  const branches = schema[keyword] ?? [];
  const inner = branches.filter((each) => !isNull(objectSchemaOf(dereference(each))));
  const [only] = inner;
  const isNullable = inner.length < branches.length;
  if (only === undefined || inner.length > 1 || (isNullable && keyword === "allOf"))
    return undefined;
  const { allOf: _, anyOf: __, oneOf: ___, discriminator: ____, ...annotations } = schema;
  // A referenced schema has a name, so it is not unwrapped further.
  const nested = only.kind === "schema" && only.ref === undefined ? wrapperOf(only) : undefined;
  if (nested === undefined) return { inner: only, isNullable, annotations };
  return { inner: nested.inner, isNullable: isNullable || nested.isNullable, annotations };
}

function objectSchemaOf(schema: Schema): ObjectSchema {
  if (schema.kind === "schema") return schema;
  return {
    kind: "schema",
    source: schema.source,
    dialect: "2020-12",
    raw: {},
    extensions: new Map(),
    ...(!schema.value && { types: [] }),
  };
}

/** Returns the keywords of a schema that restrict values. */
export function restrictingKeywords(schema: ObjectSchema): string[] {
  return Object.keys(schema).filter((key) => !annotationFields.has(key) && key !== "discriminator");
}

function onlyBranch(schema: ObjectSchema): ObjectSchema | undefined {
  const [keyword, ...others] = restrictingKeywords(schema);
  if (others.length > 0) return undefined;
  if (keyword !== "allOf" && keyword !== "anyOf" && keyword !== "oneOf") return undefined;
  const [branch, ...more] = schema[keyword] ?? [];
  return branch === undefined || more.length > 0 ? undefined : objectSchemaOf(dereference(branch));
}

/**
 * If a schema is a union of one branch and `null`, returns the branch with `null` as an additional type.
 */
function nullableBranch(schema: ObjectSchema, path: Path): ObjectSchema | undefined {
  const [keyword, ...others] = restrictingKeywords(schema);
  if (others.length > 0 || (keyword !== "anyOf" && keyword !== "oneOf")) return undefined;
  const branches = schema[keyword] ?? [];
  const rest = branches.filter((each) => !isNull(objectSchemaOf(dereference(each))));
  const [branch] = rest;
  if (branches.length !== 2 || rest.length !== 1 || branch === undefined) return undefined;
  const found = unwrapSchema(branch, path);
  const other = found.types === undefined ? mergeConjuncts(found, path) : found;
  if (other?.types === undefined || other.types.includes("null")) return undefined;
  if (other.const !== undefined) return undefined;
  return {
    ...other,
    types: [...other.types, "null"],
    ...(other.enum !== undefined && { enum: [...other.enum, null] }),
  };
}

function isNull(schema: ObjectSchema): boolean {
  const keywords = restrictingKeywords(schema);
  return keywords.join() === "types" && schema.types?.join() === "null";
}

/** Lists the conjuncts of a schema: its reference and its `allOf`. A value must match all of them. */
export function conjunctsOf(schema: ObjectSchema): readonly Schema[] {
  return [...(schema.ref ? [schema.ref.target] : []), ...(schema.allOf ?? [])];
}

/** Returns a copy of a schema with different conjuncts. */
export function withConjuncts(schema: ObjectSchema, conjuncts: readonly Schema[]): ObjectSchema {
  const { ref: _, allOf: __, ...rest } = schema;
  return { ...rest, ...(conjuncts.length > 0 && { allOf: conjuncts }) };
}

/**
 * Merges the keywords of all conjuncts into a schema. Returns undefined if two of the schemas have the same
 * keyword and the keyword cannot be merged.
 */
export function mergeConjuncts(
  schema: ObjectSchema,
  outer: Path = new Set(),
): ObjectSchema | undefined {
  if (outer.has(schema) || outer.size > longest) return undefined;
  const path = new Set([...outer, schema]);
  let merged: ObjectSchema | undefined = withConjuncts(schema, []);
  for (const conjunct of conjunctsOf(schema)) {
    const flat = mergeConjuncts(unwrapSchema(conjunct, path), path);
    merged = merged && flat && mergeSchemas(merged, flat);
    if (merged === undefined) return undefined;
  }
  return merged;
}

// The keywords of a family depend on each other, so two schemas with keywords of the same family cannot be
// merged.
const families: readonly (readonly (keyof ObjectSchema)[])[] = [
  ["prefixItems", "items"],
  ["contains", "minContains", "maxContains"],
  ["if", "then", "else"],
];

function mergeSchemas(left: ObjectSchema, right: ObjectSchema): ObjectSchema | undefined {
  // Which properties are additional depends on the properties in the same schema. A merge would change
  // them.
  if (isClosing(left) || isClosing(right)) return undefined;
  const isSplit = families.some((family) =>
    [left, right].every((each) => family.some((keyword) => each[keyword] !== undefined)),
  );
  if (isSplit) return undefined;
  const properties = mergeMaps(left.properties, right.properties);
  const types = mergeTypes(left, right);
  if (properties === undefined) return undefined;
  for (const key of Object.keys(right)) {
    if (annotationFields.has(key) || merged.has(key)) continue;
    if (key in left) return undefined;
  }
  const required = [...new Set([...(left.required ?? []), ...(right.required ?? [])])];
  return {
    ...right,
    ...left,
    ...(properties.size > 0 && { properties }),
    ...(required.length > 0 && { required }),
    ...(types && { types }),
  };
}

const merged: ReadonlySet<string> = new Set(["properties", "required", "types"]);

function isClosing(schema: ObjectSchema): boolean {
  return (
    schema.additionalProperties !== undefined ||
    schema.unevaluatedProperties !== undefined ||
    schema.unevaluatedItems !== undefined
  );
}

function mergeTypes(left: ObjectSchema, right: ObjectSchema): ObjectSchema["types"] {
  if (left.types === undefined || right.types === undefined) return left.types ?? right.types;
  const accepts = (types: readonly TypeName[], type: TypeName): boolean =>
    types.includes(type) || (type === "integer" && types.includes("number"));
  const [own, others] = [left.types, right.types];
  const both = [
    ...own.filter((type) => accepts(others, type)),
    ...others.filter((type) => accepts(own, type)),
  ];
  return [...new Set(both)];
}

function mergeMaps(
  left: ReadonlyMap<string, Schema> = new Map(),
  right: ReadonlyMap<string, Schema> = new Map(),
): ReadonlyMap<string, Schema> | undefined {
  const all = new Map(left);
  for (const [name, schema] of right) {
    if (left.has(name) && left.get(name) !== schema) return undefined;
    all.set(name, schema);
  }
  return all;
}
