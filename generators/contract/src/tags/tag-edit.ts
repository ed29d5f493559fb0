// Gives a schema the constants of its tag.

import type { JsonValue } from "@specwright/spec-loader";
import type { ObjectSchema, Schema, TypeName } from "../model/schema.ts";
import type { SchemaDraft } from "../reading/schema-graph.ts";
import { conjuncts } from "../schema/schema-sets.ts";
import type { SchemaEdit } from "./copy-schemas.ts";
import type { Selection } from "./selection.ts";
import { type TagValue, tagValue } from "./tag-value.ts";

/**
 * Returns the edit that restricts the tag property of an object to the tags that select it;
 * undefined if its own constants win, or if it is no object with properties.
 */
export function tagEdit(
  schema: ObjectSchema,
  { property, tags }: Selection,
): SchemaEdit | undefined {
  const isObject = schema.properties !== undefined || schema.allOf !== undefined;
  if (!isObject || schema.ref !== undefined) return undefined;
  const written = [...conjuncts(schema)].flatMap((part) =>
    part.kind === "schema" ? (part.properties?.get(property) ?? []) : [],
  );
  const listed = written.flatMap((each) => [...conjuncts(each)]).flatMap((each) => valuesOf(each));
  const values = tags.map((tag) => tagValue(tag, schema, property));
  const left = values.filter((value) => listed.every((each) => each.includes(value)));
  // Constants that are narrower than the tags, or others, are the schema's own.
  if (left.length === 0) return undefined;
  if (listed.some((each) => each.every((value) => left.some((tag) => tag === value))))
    return undefined;
  return (copy) => addTag(copy, property, left);
}

function valuesOf(schema: Schema): readonly (readonly JsonValue[])[] {
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

function typeOf(tag: TagValue): TypeName {
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
    types: [...new Set(tags.map(typeOf))],
    enum: tags,
  };
  const others = [...(copy.properties ?? [])].filter(([name]) => name !== property);
  copy.properties = new Map([[property, constant], ...others]);
  copy.required = [...new Set([...(copy.required ?? []), property])];
}
