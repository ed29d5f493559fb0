// Prints how to split the text of a parameter, a header or a form field, and the type of each piece. It
// omits what is the default in OpenAPI.

import {
  additionalProperties,
  type Contract,
  objectProperties,
  type Parameter,
  parameterType,
  type ScalarTypes,
} from "@specwright/contract";
import { stringLiteral } from "../print/literal.ts";
import type { Printable } from "../print/printable.ts";
import { type Field, printObject } from "./object-literal.ts";
import { isOpenApi32, isUncorrected } from "./openapi-version.ts";
import { isNested, printTextShape } from "./text-shape.ts";

/** Prints the fields that the descriptors of parameters and headers share. The first is the name. */
export function textFields(types: ScalarTypes, parameter: Parameter): readonly Field[] {
  const { type, array, one } = parameterType(parameter, types);
  const { explode, style } = parameter;
  return [
    ["name", stringLiteral(parameter.name)],
    // A path parameter is always required.
    ["required", parameter.required && parameter.in !== "path" ? "true" : undefined],
    ["type", type === "string" ? undefined : stringLiteral(type)],
    ["array", array ? "true" : undefined],
    ["one", one && stringLiteral(one)],
    ...objectFields(types, parameter),
    ["explode", explode === (style === "form") ? undefined : String(explode)],
  ];
}

/** The fields of a parameter, a header or a form field that determine its encoding. */
export type Styled = Pick<Parameter, "content" | "schema" | "style">;

/**
 * Prints the types of the members of an object that a style serializes. Returns an empty list for other
 * parameters.
 */
export function objectFields(
  types: ScalarTypes,
  { content, schema, style }: Styled,
): readonly Field[] {
  if (content !== undefined || schema === undefined) return [];
  if (style === "deepObject" && isNested(schema)) {
    return [["nested", printTextShape(types, schema) ?? "{}"]];
  }
  const properties = objectProperties(schema);
  if (properties === undefined) return [];
  const additional = additionalProperties(schema);
  const printed = [...properties].map(
    ([name, property]): Field => [
      name,
      stringLiteral(parameterType({ schema: property }, types).type),
    ],
  );
  return [
    ["properties", printObject(printed)],
    ["additional", additional && stringLiteral(parameterType({ schema: additional }, types).type)],
  ];
}

/**
 * Prints whether `allowReserved` keeps reserved characters in values. Before OpenAPI 3.2, it only applies
 * to query parameters. In versions before the correction of the rules, text that is already percent-encoded
 * is encoded again.
 */
export function printReserved(
  contract: Contract,
  { allowReserved, in: location }: Pick<Parameter, "allowReserved" | "in">,
): Printable | undefined {
  const isOpen = location === "query" || isOpenApi32(contract);
  if (!allowReserved || !isOpen || location === "header") return undefined;
  return stringLiteral(isUncorrected(contract) ? "characters" : "escapes");
}
