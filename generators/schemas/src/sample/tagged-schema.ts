// Changes unions in which only a discriminator distinguishes the branches. JSON Schema ignores
// discriminators, but generated validators use them.

import {
  type Contract,
  copySchemas,
  dereference,
  type ObjectSchema,
  type Schema,
  type SchemaEdit,
  schemasOf,
  type TagValue,
  type UnionTag,
  unionTag,
} from "@specwright/contract";
import { isValid } from "../evaluate/is-valid.ts";
import { schemaParts } from "./schema-parts.ts";

/** The function `taggedSchema` of each contract, because many samples use the same contract. */
const byContract = new WeakMap<Contract, (schema: Schema) => Schema>();

/**
 * Returns a schema with the meaning that it has for generated validators. If only a discriminator
 * distinguishes the branches of a union, each branch requires a tag that selects it. A validator that only
 * knows JSON Schema then accepts the same values.
 */
export function taggedSchema(schema: Schema, contract: Contract): Schema {
  const known = byContract.get(contract);
  if (known !== undefined) return known(schema);
  const schemas = schemasOf(contract);
  const edits = new Map<Schema, SchemaEdit>();
  for (const each of schemas.keys()) {
    const edit = each.kind === "schema" ? tagEdit(each, contract) : undefined;
    if (edit !== undefined) edits.set(each, edit);
  }
  const copyOf = edits.size === 0 ? (each: Schema) => each : copySchemas(schemas, edits).copyOf;
  byContract.set(contract, copyOf);
  return copyOf(schema);
}

/**
 * Returns a function that adds tags to the branches of a union. Returns `undefined` if the branches already
 * require tags.
 */
function tagEdit(union: ObjectSchema, contract: Contract): SchemaEdit | undefined {
  const { discriminator } = union;
  if (discriminator === undefined) return undefined;
  const written = (["oneOf", "anyOf"] as const).flatMap((keyword) => {
    const tag = unionTag(union[keyword] ?? [], discriminator);
    return tag === undefined || tag.isConstant ? [] : [{ keyword, tag }];
  });
  if (written.length === 0) return undefined;
  return (copy, copyOf) => {
    for (const { keyword, tag } of written) {
      const order = (union[keyword] ?? []).map(dereference);
      copy[keyword] = taggedBranches(tag, order, contract, copyOf);
    }
  };
}

function taggedBranches(
  { property, branches }: UnionTag,
  order: readonly Schema[],
  contract: Contract,
  copyOf: (schema: Schema) => Schema,
): readonly Schema[] {
  const selected = new Set(branches.values());
  // A mapping can select schemas that are not branches of the union.
  const targets = new Set([...order.filter((each) => selected.has(each)), ...selected]);
  return [...targets].flatMap((target) => {
    if (target.kind === "boolean") return [];
    const { kind, source, dialect } = target;
    const base = { kind, source, dialect, raw: {}, extensions: new Map() };
    const all = [...branches].flatMap(([tag, branch]) => (branch === target ? [tag] : []));
    const tags: ObjectSchema = { ...base, enum: allowedTags(all, target, property, contract) };
    const tagged: ObjectSchema = {
      ...base,
      types: ["object"],
      required: [property],
      properties: new Map([[property, tags]]),
      allOf: [copyOf(target)],
    };
    return [tagged];
  });
}

/**
 * Lists the tags that a branch allows. If the branch allows no tag, lists all tags, so that the
 * contradiction in the document remains.
 */
function allowedTags(
  tags: readonly TagValue[],
  branch: Schema,
  property: string,
  contract: Contract,
): readonly TagValue[] {
  const written = schemaParts(branch, contract).parts.flatMap(
    ({ properties }) => properties?.get(property) ?? [],
  );
  const allowed = tags.filter((tag) => written.every((each) => isValid(each, tag) !== false));
  return allowed.length > 0 ? allowed : tags;
}
