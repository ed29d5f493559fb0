// A Parameter Object as a descriptor: how its text is split and which type each piece has.

import type { Parameter } from "@specwright/contract";
import type { EmitContext, Printable } from "@specwright/emit-kit";
import { list, parameterType, stringLiteral } from "@specwright/emit-kit";
import { printObject } from "./object-literal.ts";
import { objectProperties } from "./object-properties.ts";

/** Prints the list of parameters; those that no transport carries (`querystring`) are left out. */
export function printParameters(context: EmitContext, parameters: readonly Parameter[]): Printable {
  const carried = parameters.filter((parameter) => parameter.in !== "querystring");
  return list(
    "[",
    carried.map((parameter) => printParameter(context, parameter)),
    "]",
  );
}

function printParameter(context: EmitContext, parameter: Parameter): Printable {
  const { type, array } = parameterType(parameter, context.int64);
  return printObject([
    ["name", stringLiteral(parameter.name)],
    ["in", stringLiteral(parameter.in)],
    ["required", String(parameter.required)],
    ["type", stringLiteral(type)],
    ["array", array ? "true" : undefined],
    ["properties", printProperties(context, parameter)],
    ["style", stringLiteral(parameter.style)],
    ["explode", String(parameter.explode)],
  ]);
}

/** Prints the types of an object that travels by style; nothing for any other parameter. */
function printProperties(
  context: EmitContext,
  { content, schema }: Parameter,
): Printable | undefined {
  if (content !== undefined || schema === undefined) return undefined;
  const properties = objectProperties(schema);
  if (properties === undefined) return undefined;
  return printObject(
    [...properties].map(([name, property]) => [
      name,
      stringLiteral(parameterType({ schema: property }, context.int64).type),
    ]),
  );
}
