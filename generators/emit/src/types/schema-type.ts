// Returns the type of an unnamed schema (JSON Schema 2020-12). Types cannot express some rules, such as
// `not`, `if`, bounds and `dependent*`. The generated validators check these rules.

import {
  assertions,
  constantValue,
  dereference,
  type FormedType,
  integerKind,
  type ObjectSchema,
  type Schema,
  type TypeName,
  type UnionTag,
  unionTag,
  valueForm,
} from "@specwright/contract";
import type { JsonValue } from "@specwright/spec-loader";
import { literal, propertyKey, stringLiteral } from "../print/literal.ts";
import { impliedTypes } from "../rules/implied-types.ts";
import { objectType, type Within } from "./object-type.ts";
import { tellingParts } from "./telling-parts.ts";
import {
  importedType,
  intersectionType,
  isName,
  neverType,
  type TypeExpression,
  typeMember,
  typeName,
  unionType,
  unknownType,
} from "./type-expression.ts";
import type { Position, TypeOptions, TypeReader } from "./type-reader.ts";

/**
 * Returns the type that the keywords of a schema describe. `beside` are the schemas that apply to the same
 * value, including this schema. The schema can require a member that one of the other schemas declares.
 */
export function schemaType(
  reader: TypeReader,
  schema: Schema,
  position: Position,
  within: Within = { beside: [schema], isComposed: false },
): TypeExpression {
  if (schema.kind === "boolean") return typeName(schema.value ? "unknown" : "never");
  const { beside } = within;
  const parts: TypeExpression[] = [];
  const reference = schema.ref ?? schema.dynamicRef;
  if (reference !== undefined) parts.push(reader.refer(reference, position));
  for (const part of tellingParts(schema, within.isComposed))
    parts.push(reader.use(part, position, beside));
  for (const branches of [schema.oneOf, schema.anyOf]) {
    if (branches === undefined) continue;
    const within = position === "alone" ? "union" : position;
    const tag = schema.discriminator && unionTag(branches, schema.discriminator);
    parts.push(
      unionType(
        branches.map((branch) =>
          narrowByTag(reader.use(branch, within, [...beside, branch]), branch, tag),
        ),
      ),
    );
  }
  if (parts.length === 0) return ownType(reader, schema, within, position);
  const composed = parts.filter((part) => !isName(part, "unknown"));
  const isComposed = within.isComposed || composed.length > 0;
  const own = ownType(reader, schema, { beside, isComposed }, position);
  const closed = composed.some((part) => isPartOfType(part, own));
  return intersectionType(closed ? composed : [own, ...composed]);
}

/** Adds the tag to a branch, if the branch's own type does not distinguish it from the other branches. */
function narrowByTag(
  type: TypeExpression,
  branch: Schema,
  tag: UnionTag | undefined,
): TypeExpression {
  if (tag === undefined || tag.isConstant || isName(type, "unknown")) return type;
  const target = dereference(branch);
  const values = [...tag.branches].filter(([, selected]) => selected === target);
  const literals = unionType(values.map(([value]) => typeName(String(literal(value)))));
  const property = typeMember(propertyKey(tag.property), false, literals);
  return intersectionType([type, { kind: "object", members: [property] }]);
}

/** Returns the type that `type`, `const`, `enum` and the keywords for each type describe. */
function ownType(
  reader: TypeReader,
  schema: ObjectSchema,
  within: Within,
  position: Position,
): TypeExpression {
  const constants = constantTypes(schema, reader.options);
  if (constants !== undefined)
    return unionType([constants, ...unlistedTypes(reader, schema, within, position)]);
  // If the type is combined with other types, a schema without restrictions implies no type.
  const isImplied = !within.isComposed || typeKeywords.some((name) => assertions(schema).has(name));
  const types = schema.types ?? (isImplied ? impliedTypes(schema) : []);
  const [only] = types;
  if (only === undefined) return unknownType;
  if (types.length === 1) return primitiveType(reader, schema, only, within, position);
  return unionType(
    // Types are easier to read if `null` is the last member.
    [...types.filter((type) => type !== "null"), ...types.filter((type) => type === "null")].map(
      (type) => primitiveType(reader, schema, type, within, position),
    ),
  );
}

/** The keywords that imply a type if `type` is missing. */
const typeKeywords = [
  "properties",
  "patternProperties",
  "additionalProperties",
  "required",
  "items",
  "prefixItems",
] as const;

function primitiveType(
  reader: TypeReader,
  schema: ObjectSchema,
  type: TypeName,
  within: Within,
  position: Position,
): TypeExpression {
  switch (type) {
    case "string":
      return formedType(reader, schema, "string") ?? typeName("string");
    case "boolean":
    case "null":
      return typeName(type);
    case "integer":
    case "number":
      return (
        formedType(reader, schema, type) ?? typeName(integerKind(schema, reader.options.int64))
      );
    case "array":
      return arrayType(reader, schema, position);
    case "object":
      return objectType(reader, schema, within);
    default:
      return type satisfies never;
  }
}

/** Returns the type of strings or numbers, if it differs from their type in JSON. */
function formedType(
  { options }: TypeReader,
  schema: ObjectSchema,
  type: FormedType,
): TypeExpression | undefined {
  const form = valueForm(schema, type, options.valueTypes);
  if (form === undefined) return undefined;
  return form.from === undefined
    ? typeName(form.type)
    : importedType(options.runtimeType(form.type));
}

/**
 * Reports whether every value of a type also has the type `bare`. An intersection with `bare` then changes
 * nothing.
 */
function isPartOfType(type: TypeExpression, bare: TypeExpression): boolean {
  if (bare.kind !== "name" || type.kind === "intersection") return false;
  const members = type.kind === "union" ? type.members : [type];
  return members.every((member) => member.kind === "name" && bareName(member.text) === bare.text);
}

function bareName(text: string): string {
  if (/^["']/.test(text)) return "string";
  if (/^-?\d+n$/.test(text)) return "bigint";
  if (/^-?\d/.test(text)) return "number";
  return text === "true" || text === "false" ? "boolean" : text;
}

/**
 * Returns the type of the arrays that a schema describes. Only tuple types express `minItems` and
 * `maxItems`.
 */
function arrayType(reader: TypeReader, schema: ObjectSchema, position: Position): TypeExpression {
  const within = position === "optional" ? "alone" : "inside";
  const item = schema.items === undefined ? unknownType : reader.use(schema.items, within);
  if (schema.prefixItems === undefined) return { kind: "array", item };
  const least = schema.minItems ?? 0;
  const most = schema.maxItems ?? Number.POSITIVE_INFINITY;
  const items = schema.prefixItems.slice(0, most).map((each, index) => ({
    type: reader.use(each, index < least || within === "alone" ? within : "optional"),
    optional: index >= least,
  }));
  const isClosed = schema.items?.kind === "boolean" && !schema.items.value;
  if (isClosed || most <= schema.prefixItems.length) return { kind: "tuple", items };
  return { kind: "tuple", items, rest: item };
}

/** Returns the type of the values that a schema lists; undefined if it lists no values. */
function constantTypes(schema: ObjectSchema, options: TypeOptions): TypeExpression | undefined {
  const listed = schema.const === undefined ? schema.enum : [schema.const.value];
  if (listed === undefined) return undefined;
  const values = listed.filter(
    (value) => schema.types === undefined || isOfType(value, schema.types),
  );
  if (values.length === 0) return neverType;
  const types = values.map((value) => valueType(constantValue(schema, value, options.int64)));
  const isOpen = schema.const === undefined && schema.openEnum === true;
  return unionType(isOpen ? [...types, ...openTypes(values)] : types);
}

/**
 * Returns the types, such as `null`, that a schema with an open `enum` allows but for which it lists no
 * value.
 */
function unlistedTypes(
  reader: TypeReader,
  schema: ObjectSchema,
  within: Within,
  position: Position,
): readonly TypeExpression[] {
  const { types = [], enum: listed = [], openEnum, const: constant } = schema;
  if (openEnum !== true || constant !== undefined) return [];
  return types
    .filter((type) => !listed.some((value) => isOfType(value, [type])))
    .map((type) => primitiveType(reader, schema, type, within, position));
}

/** Returns the type of one value: a literal, or an object type or a tuple of literals. */
function valueType(value: JsonValue): TypeExpression {
  if (typeof value === "string") return typeName(stringLiteral(value));
  if (typeof value !== "object" || value === null) return typeName(String(literal(value)));
  if (isArray(value)) {
    return {
      kind: "tuple",
      items: value.map((item) => ({ type: valueType(item), optional: false })),
    };
  }
  return {
    kind: "object",
    members: Object.keys(value).map((key) => ({
      key: propertyKey(key),
      optional: false,
      type: valueType(value[key] ?? null),
    })),
  };
}

/** Returns the types that also allow unlisted values. Editors still suggest the listed values. */
function openTypes(values: readonly JsonValue[]): TypeExpression[] {
  const kinds = new Set(values.map((value) => typeof value));
  return (["string", "number", "bigint"] as const)
    .filter((kind) => kinds.has(kind))
    .map((kind) => ({
      kind: "intersection",
      members: [typeName(kind), { kind: "object", members: [] }],
    }));
}

function isOfType(value: JsonValue, types: readonly TypeName[]): boolean {
  return types.some((type) => {
    switch (type) {
      case "null":
        return value === null;
      case "array":
        return Array.isArray(value);
      case "object":
        return typeof value === "object" && value !== null && !Array.isArray(value);
      case "integer":
        return typeof value === "bigint" || (typeof value === "number" && Number.isInteger(value));
      case "number":
        return typeof value === "bigint" || typeof value === "number";
      default:
        return typeof value === type;
    }
  });
}

function isArray(value: JsonValue): value is readonly JsonValue[] {
  return Array.isArray(value);
}
