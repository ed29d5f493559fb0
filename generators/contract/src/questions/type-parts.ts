// Describes the type of a schema in a few words: `array of Decimal`, `string (date-time)`.

import type { JsonValue } from "@specwright/spec-loader";
import type { Contract } from "../model/contract.ts";
import type { Declaration, ObjectSchema, Schema } from "../model/schema.ts";

/** A part of the description of a type. */
export type TypePart =
  | { readonly kind: "text"; readonly text: string }
  /** A format, such as `date-time`. */
  | { readonly kind: "code"; readonly text: string }
  /** A constant. */
  | { readonly kind: "value"; readonly value: JsonValue }
  | { readonly kind: "name"; readonly declaration: Declaration };

/** Options for `typeParts`. */
export interface TypePartsOptions {
  /** Whether to show the name of a named schema instead of its type; default true. */
  readonly named?: boolean;
  /** Whether to show the type of listed values instead of the values; default false. */
  readonly hideValues?: boolean;
}

const maxDepth = 3;

/** Describes the type of the values that a schema allows. */
export function typeParts(
  schema: Schema,
  contract: Contract,
  { named = true, hideValues = false }: TypePartsOptions = {},
): readonly TypePart[] {
  return describeSchema(schema, { contract, hideValues }, named ? 1 : 0);
}

interface Context {
  readonly contract: Contract;
  readonly hideValues: boolean;
}

function describeSchema(schema: Schema, context: Context, depth: number): readonly TypePart[] {
  if (schema.kind === "boolean") return [textPart(schema.value ? "anything" : "nothing")];
  const declaration = context.contract.declarationOf(schema);
  if (declaration !== undefined && depth > 0) return [{ kind: "name", declaration }];
  if (schema.ref !== undefined) return describeSchema(schema.ref.target, context, depth + 1);
  const values = schema.const === undefined ? schema.enum : [schema.const.value];
  if (values !== undefined && !(context.hideValues && schema.types !== undefined)) {
    return joinParts(
      values.map((value) => [{ kind: "value", value }]),
      ", ",
    );
  }
  const branches = schema.oneOf ?? schema.anyOf ?? schema.allOf;
  if (branches !== undefined && depth < maxDepth) {
    const all = branches.map((branch) => describeSchema(branch, context, depth + 1));
    return joinParts(uniqueParts(all), schema.allOf === branches ? " and " : " or ");
  }
  return plainType(schema, context, depth);
}

function plainType(schema: ObjectSchema, context: Context, depth: number): readonly TypePart[] {
  const types = schema.types ?? [];
  if (types.length === 0)
    return [textPart(schema.properties === undefined ? "anything" : "object")];
  return joinParts(
    types.map((type) => {
      if (type === "array" && schema.items !== undefined && depth < maxDepth) {
        return [textPart("array of "), ...describeSchema(schema.items, context, depth + 1)];
      }
      const isScalar = type === "string" || type === "integer" || type === "number";
      const format = schema.format ?? schema.notedFormat;
      return isScalar && format !== undefined
        ? [textPart(`${type} (`), { kind: "code", text: format }, textPart(")")]
        : [textPart(type)];
    }),
    " or ",
  );
}

function textPart(words: string): TypePart {
  return { kind: "text", text: words };
}

function joinParts(parts: readonly (readonly TypePart[])[], separator: string): TypePart[] {
  return parts.flatMap((part, index) => (index === 0 ? part : [textPart(separator), ...part]));
}

function uniqueParts(parts: readonly (readonly TypePart[])[]): readonly (readonly TypePart[])[] {
  return parts.filter((part, index) => parts.findIndex((other) => isSame(part, other)) === index);
}

function isSame(left: readonly TypePart[], right: readonly TypePart[]): boolean {
  return (
    left.length === right.length &&
    left.every((part, index) => {
      const other = right[index];
      if (part.kind === "name")
        return other?.kind === "name" && other.declaration === part.declaration;
      if (part.kind === "value") return other?.kind === "value" && other.value === part.value;
      return part.kind === other?.kind && part.text === other.text;
    })
  );
}
