// `const` and `enum` as literal types.

import { constantValue, type ObjectSchema, type TypeName } from "@specwright/contract";
import type { JsonValue } from "@specwright/spec-loader";
import { literal, propertyKey } from "../print/literal.ts";
import { stringLiteral } from "../print/string-literal.ts";
import { unionOf } from "./combine-types.ts";
import { neverType, type TypeExpression, typeName } from "./type-expression.ts";
import type { TypeOptions } from "./type-reader.ts";

/** Returns the type of the values that a schema lists, or undefined if it lists none. */
export function constantTypes(
  schema: ObjectSchema,
  options: TypeOptions,
): TypeExpression | undefined {
  const listed = schema.const === undefined ? schema.enum : [schema.const.value];
  if (listed === undefined) return undefined;
  const values = listed.filter(
    (value) => schema.types === undefined || isOfType(value, schema.types),
  );
  if (values.length === 0) return neverType;
  const types = values.map((value) => valueType(constantValue(schema, value, options.int64)));
  const isOpen = schema.const === undefined && schema.openEnum === true;
  return unionOf(isOpen ? [...types, ...openTypes(values)] : types);
}

/** Returns the type of one value: a literal, or an object or tuple of literals. */
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

/** Allows unlisted values without hiding the listed ones from completion. */
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
