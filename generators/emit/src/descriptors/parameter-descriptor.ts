// A Parameter Object as a descriptor: how its text is split, and the type of each piece. OpenAPI's
// defaults are omitted.

import {
  additionalProperties,
  addressDefault,
  type Contract,
  emptyText,
  objectProperties,
  type Parameter,
  parameterType,
  type ScalarTypes,
} from "@specwright/contract";
import type { EmitContext } from "../print/emitter.ts";
import { stringLiteral } from "../print/literal.ts";
import { runtimeModule } from "../print/modules.ts";
import { list, type Printable } from "../print/printable.ts";
import type { TypeScriptFile } from "../print/typescript-file.ts";
import type { Components } from "./components.ts";
import { type Field, printObject } from "./object-literal.ts";
import { isOpenApi32, isUncorrected } from "./openapi-version.ts";
import { isNested, printTextShape } from "./text-shape.ts";

/** Prints the list of parameters; those that no transport supports (`querystring`) are omitted. */
export function printParameters(
  context: EmitContext,
  file: TypeScriptFile,
  components: Components,
  parameters: readonly Parameter[],
): Printable {
  const type = file.importType("ParameterDescriptor", runtimeModule);
  const carried = parameters.filter((parameter) => parameter.in !== "querystring");
  return list(
    "[",
    carried.map((parameter) =>
      components.refer({
        kind: "parameter",
        source: parameter.source,
        use: `${parameter.in} ${parameter.name}`,
        type,
        print: () => printParameter(context, parameter),
      }),
    ),
    "]",
  );
}

function printParameter(context: EmitContext, parameter: Parameter): Printable {
  const [name, ...others] = textFields(context, parameter);
  const isForm = parameter.in === "query" || parameter.in === "cookie";
  const style = parameter.style === (isForm ? "form" : "simple") ? undefined : parameter.style;
  const empty = context.contract.format === "asyncapi" ? undefined : emptyText(parameter);
  return printObject([
    ...(name === undefined ? [] : [name]),
    ["in", stringLiteral(parameter.in)],
    ["default", context.contract.format === "asyncapi" ? printDefault(parameter) : undefined],
    ...others,
    ["empty", empty && stringLiteral(empty)],
    ["style", style && stringLiteral(style)],
    ["separator", hasDottedLabels(context.contract, parameter) ? stringLiteral(".") : undefined],
    ["allowReserved", printReserved(context.contract, parameter)],
  ]);
}

function printDefault(parameter: Parameter): Printable | undefined {
  const value = addressDefault(parameter);
  return value === undefined ? undefined : stringLiteral(value);
}

/** Reports whether dots separate the pieces of a label that is not exploded, as in older documents. */
function hasDottedLabels(contract: Contract, { style, explode }: Parameter): boolean {
  return style === "label" && !explode && isUncorrected(contract);
}

/** Prints what parameters and headers have in common, the name first. */
export function textFields(types: ScalarTypes, parameter: Parameter): readonly Field[] {
  const { type, array, one } = parameterType(parameter, types);
  const { explode, style } = parameter;
  return [
    ["name", stringLiteral(parameter.name)],
    // Parameters of the path are always required.
    ["required", parameter.required && parameter.in !== "path" ? "true" : undefined],
    ["type", type === "string" ? undefined : stringLiteral(type)],
    ["array", array ? "true" : undefined],
    ["one", one && stringLiteral(one)],
    ...objectFields(types, parameter),
    ["explode", explode === (style === "form") ? undefined : String(explode)],
  ];
}

/** What of a parameter, a header or a field of a form decides how its value is written. */
export type Styled = Pick<Parameter, "content" | "schema" | "style">;

/** Prints the types of an object that is serialised by style; nothing for any other parameter. */
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
 * Prints how `allowReserved` changes the encoding of values: before OpenAPI 3.2 only in queries, and
 * before its correction without keeping what is percent-encoded already.
 */
export function printReserved(
  contract: Contract,
  { allowReserved, in: location }: Pick<Parameter, "allowReserved" | "in">,
): Printable | undefined {
  const isOpen = location === "query" || isOpenApi32(contract);
  if (!allowReserved || !isOpen || location === "header") return undefined;
  return stringLiteral(isUncorrected(contract) ? "characters" : "escapes");
}
