// An operation as a client method, `updateListing(request, options?)`, and as a function,
// `updateListing(transport, request, options?)`.

import type { HttpOperation } from "@specwright/contract";
import type { EmitContext, TypeScriptFile } from "@specwright/emit-kit";
import {
  code,
  docComment,
  group,
  indent,
  line,
  list,
  modules,
  type Printable,
  requestForms,
  responseForms,
  runtimeModule,
  stringLiteral,
} from "@specwright/emit-kit";
import type { Method } from "./method.ts";

/** Builds the method of one operation; `client` is the name of the interface. */
export function operationMethod(
  context: EmitContext,
  file: TypeScriptFile,
  operation: HttpOperation,
  client: string,
): Method {
  const { value } = context.names.operation(operation);
  const descriptors = file.importNamespace("descriptors", modules.descriptors);
  const types = file.importTypeNamespace("types", modules.types);
  const request = code`${types}.${requestForms(context, operation).written}`;
  const response = code`${types}.${responseForms(context, operation).read}`;
  const options = code`options?: ${optionsType(file, operation)}`;
  const transport = code`transport: ${file.importType("RestTransport", runtimeModule)}`;
  const optional = !needsRequest(operation);
  const route = `${operation.method.toUpperCase()} ${operation.path}`;
  return {
    signature: [
      docComment({
        text: operation.description ?? operation.summary,
        lines: operation.pagination === undefined ? [route] : [route, pageAdvice],
        deprecated: operation.deprecated,
        generatedFrom: operation.source,
      }),
      code`${value}${list("(", [code`request${optional ? "?" : ""}: ${request}`, options], ")")}: Promise<${response}>;`,
    ],
    implementation: group(
      code`${value}: (request${optional ? " = {}" : ""}, options) =>`,
      indent(line, code`transport.call(${descriptors}.${value}, request, options),`),
    ),
    standalone: [
      docComment({
        text: `Calls ${route}, as \`${client}.${value}\` does.`,
        deprecated: operation.deprecated,
        generatedFrom: operation.source,
      }),
      code`export function ${value}${list("(", [transport, code`request: ${request}${optional ? " = {}" : ""}`, options], ")")}: Promise<${response}> {
  return transport.call(${descriptors}.${value}, request, options);
}`,
    ],
  };
}

const pageAdvice = "`listItems` of `@specwright/rest-client` goes through all pages.";

/** Prints the type of the options of a call: those of a list carry the path to its items. */
function optionsType(file: TypeScriptFile, { pagination }: HttpOperation): Printable {
  if (pagination === undefined) return code`${file.importType("CallOptions", runtimeModule)}`;
  const items = list("[", pagination.items.map(stringLiteral), "]");
  return code`${file.importType("PageCallOptions", runtimeModule)}<${items}>`;
}

/** Reports whether a call requires input from the caller. */
function needsRequest(operation: HttpOperation): boolean {
  return (
    operation.requestBody?.required === true ||
    operation.parameters.some((parameter) => parameter.required)
  );
}
