// Unions whose discriminator has a `defaultMapping` (OpenAPI 3.2): a default branch accepts every tag that
// selects no other branch.

import { isJsonObject, type JsonValue } from "@specwright/spec-loader";
import type { ObjectSchema, Schema } from "../model/schema.ts";
import type { SchemaEdit } from "./copy-schemas.ts";
import { type TagValue, tagValue } from "./tag-value.ts";

/**
 * Returns an edit that makes exactly one branch of a union accept a value: each branch accepts only the
 * tags that select it, and the default branch accepts all other tags. The edit changes the branches only
 * inside this union. A branch whose constants are already its tags (`hasOwnTags`) does not change. Returns
 * undefined for a union without a default, or with a branch that no tag selects.
 */
export function defaultEdit(
  schema: ObjectSchema,
  hasOwnTags: (branch: ObjectSchema, property: string, tags: readonly string[]) => boolean,
): SchemaEdit | undefined {
  const { discriminator, oneOf, anyOf } = schema;
  const branches = oneOf ?? anyOf;
  if (discriminator?.hasDefault !== true || branches === undefined) return undefined;
  const { propertyName: property, mapping } = discriminator;
  const targets = branches.map((branch) =>
    branch.kind === "schema" ? branch.ref?.target : undefined,
  );
  const name = defaultName(schema.raw["discriminator"]);
  const fallback = targets.findIndex((target) => target && lastSegment(target) === name);
  const texts = targets.map((target) =>
    [...mapping].flatMap(([tag, mapped]) => (mapped === target ? [tag] : [])),
  );
  const tags = targets.map((target, index) =>
    target === undefined ? [] : (texts[index] ?? []).map((tag) => tagValue(tag, target, property)),
  );
  if (fallback < 0 || tags.some((own, index) => index !== fallback && own.length === 0)) {
    return undefined;
  }
  const others = tags.filter((_, index) => index !== fallback).flat();
  const isOwn = targets.map(
    (target, index) =>
      target?.kind === "schema" && hasOwnTags(target, property, texts[index] ?? []),
  );
  const narrow = (branch: Schema, index: number): Schema => {
    if (branch.kind === "boolean") return branch;
    if (index === fallback) {
      return withTag(branch, property, (value) => ({ not: { ...value, enum: others } }), false);
    }
    if (isOwn[index] === true) return branch;
    return withTag(branch, property, (value) => ({ ...value, enum: tags[index] ?? [] }), true);
  };
  return (copy) => {
    if (copy.oneOf !== undefined) copy.oneOf = copy.oneOf.map(narrow);
    else if (copy.anyOf !== undefined) copy.anyOf = copy.anyOf.map(narrow);
  };
}

type Blank = Pick<ObjectSchema, "kind" | "source" | "dialect" | "raw" | "extensions">;

function withTag(
  branch: ObjectSchema,
  property: string,
  tagOf: (blank: Blank) => Partial<ObjectSchema> & { readonly enum?: readonly TagValue[] },
  isRequired: boolean,
): ObjectSchema {
  const { source, dialect } = branch;
  const blank: Blank = { kind: "schema", source, dialect, raw: {}, extensions: new Map() };
  const tag: ObjectSchema = { ...blank, ...tagOf(blank) };
  const tagged: ObjectSchema = {
    ...blank,
    properties: new Map([[property, tag]]),
    ...(isRequired && { required: [property] }),
  };
  return { ...blank, allOf: [branch, tagged] };
}

function defaultName(discriminator: JsonValue | undefined): string | undefined {
  const value = isJsonObject(discriminator) ? discriminator["defaultMapping"] : undefined;
  return typeof value === "string" ? lastOf(value) : undefined;
}

function lastSegment({ source }: Schema): string | undefined {
  return lastOf(`${source.file}#${source.pointer}`);
}

function lastOf(text: string): string | undefined {
  return text.split(/[#/]/).findLast((segment) => segment !== "");
}
