// Adds the tags of discriminated unions, as constants, to the schemas that the tags select.

import type { JsonValue } from "@specwright/spec-loader";
import { operationSchemas, schemasOf } from "../directions/operation-schemas.ts";
import type { Contract } from "../model/contract.ts";
import type { ObjectSchema, Schema, TypeName } from "../model/schema.ts";
import type { SchemaDraft } from "../reading/schema-graph.ts";
import { conjuncts } from "../schema/schema-sets.ts";
import type { SchemaEdit } from "./copy-schemas.ts";
import { defaultEdit } from "./default-branch.ts";
import { rewriteContract } from "./rewrite-contract.ts";
import { type TagValue, tagValue } from "./tag-value.ts";

/** The tags that select a schema, and the property that contains the tag. */
export interface Selection {
  readonly property: string;
  readonly tags: readonly string[];
}

/**
 * Returns a contract in which each branch of a discriminated union accepts only the tags that select it:
 * the tag property gets these tags as constants. A branch stays unchanged if the constants of its tag
 * property apply instead. It also stays unchanged if the schema is used outside of discriminated unions.
 */
export function narrowTags(contract: Contract): Contract {
  if (contract.format !== "openapi") return contract;
  const schemas = schemasOf(contract);
  const edits = new Map<Schema, SchemaEdit>();
  for (const schema of schemas.keys()) {
    if (schema.kind === "boolean") continue;
    const withDefault = editOfDefault(schema);
    if (withDefault !== undefined) edits.set(schema, withDefault);
  }
  for (const [schema, selection] of findSelections(contract, schemas)) {
    const edit = edits.has(schema) ? undefined : tagEdit(schema, selection);
    if (edit !== undefined) edits.set(schema, edit);
  }
  return rewriteContract(contract, edits);
}

function editOfDefault(schema: ObjectSchema): SchemaEdit | undefined {
  return defaultEdit(
    schema,
    (branch, property, tags) => tagEdit(branch, { property, tags }) === undefined,
  );
}

/**
 * Changes a union with a default branch in the same way as {@link narrowTags}: each branch accepts the tags
 * that select it, and the default branch accepts all other tags. Returns any other schema unchanged.
 */
export function withDefaultTags(schema: ObjectSchema): ObjectSchema {
  const edit = editOfDefault(schema);
  if (edit === undefined) return schema;
  const copy: SchemaDraft = { ...schema };
  edit(copy, (each) => each);
  return copy;
}

/** The values of a tag property that select a schema. */
export interface SelectedTags {
  readonly property: string;
  readonly values: readonly TagValue[];
}

/** Returns the tags that {@link narrowTags} adds. The keys are the original schemas. */
export function selectedTags(contract: Contract): ReadonlyMap<ObjectSchema, SelectedTags> {
  const found = new Map<ObjectSchema, SelectedTags>();
  if (contract.format !== "openapi") return found;
  for (const [schema, selection] of findSelections(contract, schemasOf(contract))) {
    const values = newTags(schema, selection);
    if (values !== undefined) found.set(schema, { property: selection.property, values });
  }
  return found;
}

/**
 * Finds the schemas that are used only as branches of discriminated unions, with the tags that select them.
 */
function findSelections(
  contract: Contract,
  schemas: ReturnType<typeof schemasOf>,
): ReadonlyMap<ObjectSchema, Selection> {
  const selections = new Map<Schema, Selection | undefined>();
  const branches = new Set<Schema>();
  for (const schema of schemas.keys()) {
    if (schema.kind === "boolean") continue;
    for (const branch of taggedBranches(schema)) {
      branches.add(branch);
      addSelection(selections, schema, branch.ref?.target);
    }
  }
  const found = new Map<ObjectSchema, Selection>();
  if (selections.size === 0) return found;
  for (const [schema, parts] of schemas) {
    // If a schema is also used in a different way, it must accept other tags.
    if (!branches.has(schema)) for (const part of parts) selections.delete(part);
  }
  const { request, response } = operationSchemas(contract);
  for (const schema of [...request, ...response]) selections.delete(schema);
  for (const [schema, selection] of selections) {
    if (selection !== undefined && schema.kind === "schema") found.set(schema, selection);
  }
  return found;
}

/**
 * Lists the branches of a discriminated union. Returns an empty list if the discriminator does not select
 * every branch.
 */
function taggedBranches({ oneOf, anyOf, discriminator }: ObjectSchema): readonly ObjectSchema[] {
  if (discriminator === undefined || discriminator.hasDefault === true) return [];
  const targets = new Set(discriminator.mapping.values());
  const branches = [...(oneOf ?? []), ...(anyOf ?? [])];
  const selected = branches.flatMap((branch) =>
    branch.kind === "schema" && branch.ref !== undefined && targets.has(branch.ref.target)
      ? [branch]
      : [],
  );
  return selected.length === branches.length ? selected : [];
}

function addSelection(
  selections: Map<Schema, Selection | undefined>,
  { discriminator }: ObjectSchema,
  target: Schema | undefined,
): void {
  if (discriminator === undefined || target === undefined) return;
  const { propertyName: property, mapping } = discriminator;
  const tags = [...mapping].flatMap(([tag, schema]) => (schema === target ? [tag] : []));
  const known = selections.get(target);
  const isSame = known?.property === property && known.tags.join("\n") === tags.join("\n");
  const isNew = !selections.has(target);
  selections.set(target, isNew || isSame ? { property, tags } : undefined);
}

/**
 * Returns the edit that restricts the tag property of a schema to the tags that select the schema. Returns
 * undefined if the constants of the property apply instead, or if the schema has neither `properties` nor
 * `allOf`.
 */
export function tagEdit(schema: ObjectSchema, selection: Selection): SchemaEdit | undefined {
  const values = newTags(schema, selection);
  return values && ((copy) => addTag(copy, selection.property, values));
}

/**
 * Returns the tags to add to the tag property of a schema. Returns undefined if no tags need to be added.
 */
function newTags(
  schema: ObjectSchema,
  { property, tags }: Selection,
): readonly TagValue[] | undefined {
  const isObject = schema.properties !== undefined || schema.allOf !== undefined;
  if (!isObject || schema.ref !== undefined) return undefined;
  const written = [...conjuncts(schema)].flatMap((part) =>
    part.kind === "schema" ? (part.properties?.get(property) ?? []) : [],
  );
  const listed = written
    .flatMap((each) => [...conjuncts(each)])
    .flatMap((each) => listedValueSets(each));
  const values = tags.map((tag) => tagValue(tag, schema, property));
  const left = values.filter((value) => listed.every((each) => each.includes(value)));
  // The constants of the schema apply instead if they exclude all tags, or if they allow only tags.
  if (left.length === 0) return undefined;
  if (listed.some((each) => each.every((value) => left.some((tag) => tag === value))))
    return undefined;
  return left;
}

function listedValueSets(schema: Schema): readonly (readonly JsonValue[])[] {
  if (schema.kind === "boolean" || schema.openEnum === true) return [];
  if (schema.const !== undefined) return [[schema.const.value]];
  return schema.enum === undefined ? [] : [schema.enum];
}

function addTag(copy: SchemaDraft, property: string, tags: readonly TagValue[]): void {
  if (copy.properties !== undefined) {
    addConstant(copy, property, tags);
    return;
  }
  const parts = copy.allOf ?? [];
  const isInline = (part: Schema): boolean =>
    part.kind === "schema" && part.ref === undefined && part.properties !== undefined;
  const at = parts.findLastIndex(isInline);
  const part = parts[at];
  const { kind, source, dialect } = copy;
  const changed: SchemaDraft =
    part?.kind === "schema"
      ? { ...part }
      : { kind, source, dialect, raw: {}, extensions: new Map(), types: ["object"] };
  addConstant(changed, property, tags);
  copy.allOf = at < 0 ? [...parts, changed] : parts.with(at, changed);
}

function tagType(tag: TagValue): TypeName {
  if (typeof tag === "number") return Number.isInteger(tag) ? "integer" : "number";
  return typeof tag === "boolean" ? "boolean" : "string";
}

function addConstant(copy: SchemaDraft, property: string, tags: readonly TagValue[]): void {
  const written = copy.properties?.get(property);
  const { kind, source, dialect } = copy;
  const { description, title, deprecated } = written?.kind === "schema" ? written : {};
  const constant: ObjectSchema = {
    ...{ kind, source: written?.source ?? source, dialect, raw: {}, extensions: new Map() },
    ...(title !== undefined && { title }),
    ...(description !== undefined && { description }),
    ...(deprecated !== undefined && { deprecated }),
    types: [...new Set(tags.map(tagType))],
    enum: tags,
  };
  const others = [...(copy.properties ?? [])].filter(([name]) => name !== property);
  copy.properties = new Map([[property, constant], ...others]);
  copy.required = [...new Set([...(copy.required ?? []), property])];
}
