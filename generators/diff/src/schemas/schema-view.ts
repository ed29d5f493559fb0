import {
  annotationFields,
  dereference,
  type ObjectSchema,
  type Schema,
} from "@specwright/contract";

/**
 * Returns the keywords of a schema behind references and wrappers, so that ways to write the same
 * look the same: a union or `allOf` of one is its only branch, a union with `null` is a nullable
 * schema, `true` has no keywords, and `false` has no types.
 */
export function viewOf(schema: Schema): ObjectSchema {
  let current = objectSchemaOf(dereference(schema));
  // A chain of wrappers ends where it closes; nobody writes one of a hundred.
  for (let depth = 0; depth < 100; depth += 1) {
    const inner = onlyBranch(current) ?? nullableBranch(current);
    if (inner === undefined) return current;
    const annotations = Object.entries(current).filter(([key]) => annotationFields.has(key));
    current = { ...inner, ...Object.fromEntries(annotations) };
  }
  return current;
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

/** Returns the branch of a union whose only other branch is `null`, with `null` as a type of it. */
function nullableBranch(schema: ObjectSchema): ObjectSchema | undefined {
  const [keyword, ...others] = restrictingKeywords(schema);
  if (others.length > 0 || (keyword !== "anyOf" && keyword !== "oneOf")) return undefined;
  const branches = (schema[keyword] ?? []).map((each) => objectSchemaOf(dereference(each)));
  const other = branches.find((each) => !isNull(each));
  if (branches.length !== 2 || other?.types === undefined || !branches.some(isNull)) {
    return undefined;
  }
  if (other.const !== undefined || other.types.includes("null")) return undefined;
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
