import type { ObjectSchema, TypeName } from "@specwright/contract";
import { isJsonArray, type JsonValue } from "@specwright/spec-loader";
import { canonicalText } from "../../changes/write-value.ts";
import { type SchemaEdit, withKeywords } from "../schema-edit.ts";
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
  // `const` is an enum of one, if the other schema has an enum.
  if ((before ?? base.enum) !== undefined && (after ?? revision.enum) !== undefined) {
    if (before === undefined || after === undefined) return compareEnum(base, revision);
    if (canonicalText(before.value) === canonicalText(after.value)) return [];
    return [
      {
        rule: "const-changed",
        details: [before.value, after.value],
        describe: (name) =>
          `${name} must be ${code(after.value)} and no longer ${code(before.value)}.`,
        without: withKeywords(revision, base, ["const"]),
      },
    ];
  }
  if (after !== undefined) {
    return [
      {
        rule: "const-set",
        details: [after.value],
        describe: (name) => `${name} must be ${code(after.value)}.`,
        without: withKeywords(revision, base, ["const"]),
      },
    ];
  }
  if (before === undefined) return [];
  return [
    {
      rule: "const-unset",
      details: [before.value],
      describe: (name) => `${name} need no longer be ${code(before.value)}.`,
      without: withKeywords(revision, base, ["const"]),
    },
  ];
}

function compareEnum(base: ObjectSchema, revision: ObjectSchema): SchemaEdit[] {
  const before = valuesOf(base);
  const after = valuesOf(revision);
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
  // `null` in an enum belongs to the edit that makes the schema nullable.
  const isNullEdit = base.types?.includes("null") !== revision.types?.includes("null");
  const isEdit = (value: JsonValue): boolean => value !== null || !isNullEdit;
  const isOld = (value: JsonValue): boolean => before.has(canonicalText(value));
  const isNew = (value: JsonValue): boolean => after.has(canonicalText(value));
  const removed = [...before.values()].filter((value) => !isNew(value) && isEdit(value));
  const added = [...after.values()].filter((value) => !isOld(value) && isEdit(value));
  return [
    ...groups(removed).map((values): SchemaEdit => {
      return {
        rule: "enum-value-removed",
        details: values,
        describe: (name) =>
          values.length === 1
            ? `${listOf(values)} is no longer a value of ${name}.`
            : `${listOf(values)} are no longer values of ${name}.`,
        without: withEnum(revision, [...after.values(), ...values]),
      };
    }),
    ...groups(added).map((values): SchemaEdit => {
      const keys = new Set(values.map(canonicalText));
      const others = [...after.values()].filter((each) => !keys.has(canonicalText(each)));
      return {
        rule: "enum-value-added",
        details: values,
        describe: (name) =>
          values.length === 1
            ? `${listOf(values)} was added to the values of ${name}.`
            : `${listOf(values)} were added to the values of ${name}.`,
        without: withEnum(revision, others),
      };
    }),
  ];
}

// Each value is a change of its own, unless there are so many that nobody would read them.
const manyValues = 20;

function groups(values: readonly JsonValue[]): (readonly JsonValue[])[] {
  if (values.length > manyValues) return [values];
  return values.map((value) => [value]);
}

function listOf(values: readonly JsonValue[]): string {
  const shown = values.slice(0, 5).map(code);
  const more = values.length - shown.length;
  return list(more > 0 ? [...shown, `${more} more`] : shown);
}

function valuesOf(schema: ObjectSchema): ReadonlyMap<string, JsonValue> | undefined {
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
  const edits: SchemaEdit[] = [];
  for (const [key, value] of before) {
    if (after.size === 0 || after.has(key)) continue;
    edits.push({
      rule: "extensible-enum-value-removed",
      details: [value],
      describe: (name) => `${code(value)} is no longer an extensible value of ${name}.`,
      least: (direction) =>
        direction === "request"
          ? {
              class: "breaking",
              surface: "wire",
              why: "A client that sends the value may be refused.",
            }
          : {
              class: "non-breaking",
              surface: "wire",
              why: "Clients were ready for more values.",
            },
    });
  }
  for (const [key, value] of after) {
    if (before.size === 0 || before.has(key)) continue;
    edits.push({
      rule: "extensible-enum-value-added",
      details: [value],
      describe: (name) => `${code(value)} was added to the extensible values of ${name}.`,
      least: () => ({
        class: "non-breaking",
        surface: "wire",
        why: "Readers of an extensible enum must expect new values.",
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
