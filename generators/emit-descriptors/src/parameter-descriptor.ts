// A Parameter Object as a descriptor: how its text is split, and the type of each piece. OpenAPI's
// defaults are omitted.

import type { Contract, Parameter } from "@specwright/contract";
import type { EmitContext, Int64Type, Printable, TypeScriptFile } from "@specwright/emit-kit";
import { list, parameterType, runtimeModule, stringLiteral } from "@specwright/emit-kit";
import type { Components } from "./components.ts";
import { type Field, printObject } from "./object-literal.ts";
import { objectProperties } from "./object-properties.ts";
import { isUncorrected } from "./openapi-version.ts";

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

function printParameter({ int64, contract }: EmitContext, parameter: Parameter): Printable {
  const [name, ...others] = textFields(int64, parameter);
  const isForm = parameter.in === "query" || parameter.in === "cookie";
  const style = parameter.style === (isForm ? "form" : "simple") ? undefined : parameter.style;
  return printObject([
    ...(name === undefined ? [] : [name]),
    ["in", stringLiteral(parameter.in)],
    ...others,
    ["style", style && stringLiteral(style)],
    ["separator", hasDottedLabels(contract, parameter) ? stringLiteral(".") : undefined],
  ]);
}

/** Reports whether dots separate the pieces of a label that is not exploded, as in older documents. */
function hasDottedLabels(contract: Contract, { style, explode }: Parameter): boolean {
  return style === "label" && !explode && isUncorrected(contract);
}

/** Prints what parameters and headers have in common, the name first. */
export function textFields(int64: Int64Type, parameter: Parameter): readonly Field[] {
  const { type, array } = parameterType(parameter, int64);
  const { explode, style } = parameter;
  return [
    ["name", stringLiteral(parameter.name)],
    // Parameters of the path are always required.
    ["required", parameter.required && parameter.in !== "path" ? "true" : undefined],
    ["type", type === "string" ? undefined : stringLiteral(type)],
    ["array", array ? "true" : undefined],
    ["properties", printProperties(int64, parameter)],
    ["explode", explode === (style === "form") ? undefined : String(explode)],
  ];
}

/** Prints the types of an object that is serialised by style; nothing for any other parameter. */
export function printProperties(
  int64: Int64Type,
  { content, schema }: Pick<Parameter, "content" | "schema">,
): Printable | undefined {
  if (content !== undefined || schema === undefined) return undefined;
  const properties = objectProperties(schema);
  if (properties === undefined) return undefined;
  return printObject(
    [...properties].map(([name, property]) => [
      name,
      stringLiteral(parameterType({ schema: property }, int64).type),
    ]),
  );
}
