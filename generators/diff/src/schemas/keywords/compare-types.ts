import type { ObjectSchema, TypeName } from "@specwright/contract";
import type { SchemaEdit } from "../schema-edit.ts";
import { code, list } from "../text.ts";

const allTypes: readonly TypeName[] = ["null", "boolean", "number", "string", "array", "object"];

/** Compares `type`, with `null` as an edit of its own. */
export function compareTypes(base: ObjectSchema, revision: ObjectSchema): SchemaEdit[] {
  const before = typesOf(base);
  const after = typesOf(revision);
  const edits: SchemaEdit[] = [];
  // That a schema without types got one is one edit, and not also the end of `null`.
  const hadNull = base.types !== undefined && before.has("null");
  const hasNull = revision.types !== undefined && after.has("null");
  const isNullEdit =
    base.types !== undefined && revision.types !== undefined && hadNull !== hasNull;
  if (isNullEdit) edits.push(nullEdit(revision, hasNull));
  const [left, right] = [withoutNull(before, isNullEdit), withoutNull(after, isNullEdit)];
  const isWider = [...left].every((type) => has(right, type));
  const isNarrower = [...right].every((type) => has(left, type));
  if (isWider && isNarrower) return edits;
  const reverted = [...left, ...(isNullEdit && hasNull ? ["null" as const] : [])];
  edits.push({
    rule: isWider ? "type-widened" : isNarrower ? "type-narrowed" : "type-changed",
    details: [[...left].sort(), [...right].sort()],
    describe: (name) =>
      `The type of ${name} changed from ${typeText(left, base)} to ${typeText(right, revision)}.`,
    without: { ...revision, types: reverted },
  });
  return edits;
}

function nullEdit(revision: ObjectSchema, isAdded: boolean): SchemaEdit {
  const types = (revision.types ?? []).filter((type) => type !== "null");
  const values = revision.enum?.filter((value) => value !== null);
  const without: ObjectSchema = isAdded
    ? { ...revision, types, ...(values && { enum: values }) }
    : { ...revision, types: [...types, "null"], ...(values && { enum: [...values, null] }) };
  return {
    rule: isAdded ? "nullable-added" : "nullable-removed",
    details: [],
    describe: (name) => (isAdded ? `${name} may be null.` : `${name} may no longer be null.`),
    without,
  };
}

function typesOf({ types = allTypes }: ObjectSchema): ReadonlySet<TypeName> {
  return new Set(types.includes("number") ? types.filter((type) => type !== "integer") : types);
}

function withoutNull(types: ReadonlySet<TypeName>, isRemoved: boolean): ReadonlySet<TypeName> {
  return new Set([...types].filter((type) => !isRemoved || type !== "null"));
}

function has(types: ReadonlySet<TypeName>, type: TypeName): boolean {
  return types.has(type) || (type === "integer" && types.has("number"));
}

function typeText(types: ReadonlySet<TypeName>, schema: ObjectSchema): string {
  return schema.types === undefined ? "anything" : list([...types].map((type) => code(type)));
}
