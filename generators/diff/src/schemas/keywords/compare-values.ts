import type { ObjectSchema, TypeName } from "@specwright/contract";
import { isJsonArray, type JsonValue } from "@specwright/spec-loader";
import { canonicalText } from "../../changes/write-value.ts";
import { type SchemaEdit, withKeywords } from "../schema-edit.ts";
import { insideText } from "../shape-text.ts";
import { codeText, eitherText, firstItems, listText } from "../text.ts";

const allTypes: readonly TypeName[] = ["null", "boolean", "number", "string", "array", "object"];

/** Compares `type`. A change of `null` is a separate edit. */
export function compareTypes(base: ObjectSchema, revision: ObjectSchema): SchemaEdit[] {
  const before = typesOf(base);
  const after = typesOf(revision);
  if (haveNoTypeInCommon(base, revision)) return [typeEdit("type-changed", base, revision)];
  const edits: SchemaEdit[] = [];
  // If only one of the schemas has types, one edit reports the whole change. `null` then has no separate
  // edit.
  const hadNull = base.types !== undefined && before.has("null");
  const hasNull = revision.types !== undefined && after.has("null");
  const isNullEdit =
    base.types !== undefined && revision.types !== undefined && hadNull !== hasNull;
  if (isNullEdit) edits.push(nullEdit(revision, hasNull));
  const [left, right] = [withoutNull(before, isNullEdit), withoutNull(after, isNullEdit)];
  const isWider = [...left].every((type) => hasType(right, type));
  const isNarrower = [...right].every((type) => hasType(left, type));
  if (isWider && isNarrower) return edits;
  const reverted = [...left, ...(isNullEdit && hasNull ? ["null" as const] : [])];
  const rule = isWider ? "type-widened" : isNarrower ? "type-narrowed" : "type-changed";
  edits.push(typeEdit(rule, base, revision, left, right, reverted));
  return edits;
}

/**
 * Reports whether two schemas have no type in common except `null`. Their other keywords need no
 * comparison, because they apply to different values.
 */
export function haveNoTypeInCommon(base: ObjectSchema, revision: ObjectSchema): boolean {
  if (base.types === undefined || revision.types === undefined) return false;
  const [left, right] = [base, revision].map((each) => withoutNull(typesOf(each), true));
  if (left === undefined || right === undefined || left.size === 0 || right.size === 0)
    return false;
  return (
    [...left].every((type) => !hasType(right, type)) &&
    [...right].every((type) => !hasType(left, type))
  );
}

function typeEdit(
  rule: "type-widened" | "type-narrowed" | "type-changed",
  base: ObjectSchema,
  revision: ObjectSchema,
  before = typesOf(base),
  after = typesOf(revision),
  reverted: readonly TypeName[] = [...before],
): SchemaEdit {
  // The message describes the contents of an object or array that the schema did not allow before.
  const isNew = ["object", "array"] as const;
  const inside = isNew.some((type) => after.has(type) && !before.has(type))
    ? insideText(revision)
    : "";
  return {
    rule,
    details: [[...before].sort(), [...after].sort()],
    describe: (name) =>
      `The type of ${name} changed from ${typeText(before, base)} to ${typeText(after, revision)}${inside}.`,
    without: { ...revision, types: reverted },
  };
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
    describe: (name) => (isAdded ? `${name} may now be null.` : `${name} may no longer be null.`),
    without,
  };
}

function typesOf({ types = allTypes }: ObjectSchema): ReadonlySet<TypeName> {
  return new Set(types.includes("number") ? types.filter((type) => type !== "integer") : types);
}

function withoutNull(types: ReadonlySet<TypeName>, isRemoved: boolean): ReadonlySet<TypeName> {
  return new Set([...types].filter((type) => !isRemoved || type !== "null"));
}

function hasType(types: ReadonlySet<TypeName>, type: TypeName): boolean {
  return types.has(type) || (type === "integer" && types.has("number"));
}

function typeText(types: ReadonlySet<TypeName>, schema: ObjectSchema): string {
  return schema.types === undefined
    ? "anything"
    : eitherText([...types].map((type) => `\`${type}\``));
}

/** Compares `enum`, `const` and `x-extensible-enum`. */
export function compareValues(base: ObjectSchema, revision: ObjectSchema): SchemaEdit[] {
  return [
    ...(base.const !== undefined || revision.const !== undefined
      ? compareConst(base, revision)
      : compareEnum(base, revision)),
    ...compareExtensibleEnum(base, revision),
  ];
}

function compareConst(base: ObjectSchema, revision: ObjectSchema): SchemaEdit[] {
  const [before, after] = [base.const, revision.const];
  // If the other schema has an `enum`, `const` counts as an `enum` with one value.
  if ((before ?? base.enum) !== undefined && (after ?? revision.enum) !== undefined) {
    if (before === undefined || after === undefined) return compareEnum(base, revision);
    if (canonicalText(before.value) === canonicalText(after.value)) return [];
    return [
      {
        rule: "const-changed",
        details: [before.value, after.value],
        describe: (name) =>
          `${name} must now be ${codeText(after.value)}; it had to be ${codeText(before.value)}.`,
        without: withKeywords(revision, base, ["const"]),
      },
    ];
  }
  if (after !== undefined) {
    return [
      {
        rule: "const-set",
        details: [after.value],
        describe: (name) => `${name} must now be ${codeText(after.value)}.`,
        without: withKeywords(revision, base, ["const"]),
      },
    ];
  }
  if (before === undefined) return [];
  return [
    {
      rule: "const-unset",
      details: [before.value],
      describe: (name) => `${name} no longer has to be ${codeText(before.value)}.`,
      without: withKeywords(revision, base, ["const"]),
    },
  ];
}

function compareEnum(base: ObjectSchema, revision: ObjectSchema): SchemaEdit[] {
  const before = listedValues(base);
  const after = listedValues(revision);
  if (before === undefined && after === undefined) return [];
  if (before === undefined || after === undefined) {
    const isSet = after !== undefined;
    return [
      {
        rule: isSet ? "enum-set" : "enum-unset",
        details: [[...(after ?? before ?? new Map()).keys()].sort()],
        describe: (name) =>
          isSet
            ? `The values of ${name} were restricted to a list.`
            : `The values of ${name} are no longer restricted to a list.`,
        without: withKeywords(revision, base, ["enum", "const", "openEnum"]),
      },
    ];
  }
  // If the schema became nullable or is no longer nullable, that edit includes the `null` in `enum`.
  const isNullEdit = base.types?.includes("null") !== revision.types?.includes("null");
  const isEdit = (value: JsonValue): boolean => value !== null || !isNullEdit;
  const isOld = (value: JsonValue): boolean => before.has(canonicalText(value));
  const isNew = (value: JsonValue): boolean => after.has(canonicalText(value));
  const removed = [...before.values()].filter((value) => !isNew(value) && isEdit(value));
  const added = [...after.values()].filter((value) => !isOld(value) && isEdit(value));
  const edits: SchemaEdit[] = [];
  if (removed.length > 0) {
    edits.push({
      rule: "enum-value-removed",
      details: removed,
      describe: (name) =>
        removed.length === 1
          ? `${valueList(removed)} is no longer a value of ${name}.`
          : `${valueList(removed)} are no longer values of ${name}.`,
      without: withEnum(revision, [...after.values(), ...removed]),
    });
  }
  if (added.length > 0) {
    const kept = [...after.values()].filter((value) => !added.includes(value));
    edits.push({
      rule: "enum-value-added",
      details: added,
      describe: (name) =>
        added.length === 1
          ? `${valueList(added)} was added to the values of ${name}.`
          : `${valueList(added)} were added to the values of ${name}.`,
      without: withEnum(revision, kept),
    });
  }
  return edits;
}

function valueList(values: readonly JsonValue[]): string {
  return listText(firstItems(values.map(codeText), 5));
}

function listedValues(schema: ObjectSchema): ReadonlyMap<string, JsonValue> | undefined {
  const values = schema.const === undefined ? schema.enum : [schema.const.value];
  return values && new Map(values.map((value) => [canonicalText(value), value]));
}

function withEnum(schema: ObjectSchema, values: readonly JsonValue[]): ObjectSchema {
  const { const: _, ...rest } = schema;
  return { ...rest, enum: values };
}

function compareExtensibleEnum(base: ObjectSchema, revision: ObjectSchema): SchemaEdit[] {
  const before = extensibleValues(base);
  const after = extensibleValues(revision);
  const removed = [...before].filter(([key]) => !after.has(key)).map(([, value]) => value);
  const added = [...after].filter(([key]) => !before.has(key)).map(([, value]) => value);
  const edits: SchemaEdit[] = [];
  if (after.size > 0 && removed.length > 0) {
    edits.push({
      rule: "extensible-enum-value-removed",
      details: removed,
      describe: (name) =>
        removed.length === 1
          ? `${valueList(removed)} is no longer an extensible value of ${name}.`
          : `${valueList(removed)} are no longer extensible values of ${name}.`,
      least: (direction) =>
        direction === "request"
          ? {
              class: "breaking",
              surface: "wire",
              why: "The server may reject clients that send the value.",
            }
          : {
              class: "non-breaking",
              surface: "wire",
              why: "Existing clients accept more values than the server sends.",
            },
    });
  }
  if (before.size > 0 && added.length > 0) {
    edits.push({
      rule: "extensible-enum-value-added",
      details: added,
      describe: (name) =>
        added.length === 1
          ? `${valueList(added)} was added to the extensible values of ${name}.`
          : `${valueList(added)} were added to the extensible values of ${name}.`,
      least: () => ({
        class: "non-breaking",
        surface: "wire",
        why: "Clients of an extensible enum must expect new values.",
      }),
    });
  }
  return edits;
}

function extensibleValues({ extensions }: ObjectSchema): ReadonlyMap<string, JsonValue> {
  const values = extensions.get("x-extensible-enum");
  if (values === undefined || !isJsonArray(values)) return new Map();
  return new Map(values.map((value) => [canonicalText(value), value]));
}
