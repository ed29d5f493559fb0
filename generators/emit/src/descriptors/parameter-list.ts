// Prints Parameter Objects as descriptors.

import {
  addressDefault,
  type Contract,
  emptyText,
  type Parameter,
  parameterType,
  queryStringKind,
} from "@specwright/contract";
import type { EmitContext } from "../print/emitter.ts";
import { stringLiteral } from "../print/literal.ts";
import { runtimeModule } from "../print/modules.ts";
import { list, type Printable } from "../print/printable.ts";
import type { TypeScriptFile } from "../print/typescript-file.ts";
import type { Components } from "./components.ts";
import { printFields } from "./form-descriptor.ts";
import { printObject } from "./object-literal.ts";
import { isUncorrected } from "./openapi-version.ts";
import { printReserved, textFields } from "./parameter-descriptor.ts";

/** Prints the list of parameters. */
export function printParameters(
  context: EmitContext,
  file: TypeScriptFile,
  components: Components,
  parameters: readonly Parameter[],
): Printable {
  const type = file.importType("ParameterDescriptor", runtimeModule);
  return list(
    "[",
    parameters.map((parameter) =>
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
  if (parameter.in === "querystring") return printQueryString(context, parameter);
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

/** Prints the parameter whose value is the whole query string. */
function printQueryString(context: EmitContext, { name, required, content }: Parameter): Printable {
  const kind = content && queryStringKind(content);
  const schema = content?.schema;
  const { type } = kind === "text" ? parameterType(schema ? { schema } : {}, context) : anyJson;
  const form = content && kind === "form" ? printFields(context, content, () => []) : [];
  return printObject([
    ["name", stringLiteral(name)],
    ["in", stringLiteral("query")],
    ["required", required ? "true" : undefined],
    ["type", type === "string" ? undefined : stringLiteral(type)],
    ["whole", kind === "form" ? printObject(form) : stringLiteral("text")],
  ]);
}

const anyJson = { type: "json" } as const;

function printDefault(parameter: Parameter): Printable | undefined {
  const value = addressDefault(parameter);
  return value === undefined ? undefined : stringLiteral(value);
}

/**
 * Reports whether dots separate the values of a parameter with the style `label` and without `explode`, as
 * in older versions of OpenAPI.
 */
function hasDottedLabels(contract: Contract, { style, explode }: Parameter): boolean {
  return style === "label" && !explode && isUncorrected(contract);
}
