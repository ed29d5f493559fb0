// An operation as a client method, `updateListing(request, options?)`, and as a function,
// `updateListing(transport, request, options?)`.

import type { HttpOperation, Parameter } from "@specwright/contract";
import type { EmitContext, TypeScriptFile } from "@specwright/emit-kit";
import {
  code,
  docComment,
  list,
  modules,
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
  const key = operation.parameters.find(isRequiredKey);
  const whole = code`${types}.${requestForms(context, operation).written}`;
  const request =
    key === undefined
      ? whole
      : code`${file.importType("KeyedRequest", runtimeModule)}<${whole}, ${stringLiteral(key.name)}>`;
  const response = code`${types}.${responseForms(context, operation).read}`;
  const options = code`options?: ${file.importType("CallOptions", runtimeModule)}`;
  const transport = code`transport: ${file.importType("RestTransport", runtimeModule)}`;
  const optional = !needsRequest(operation);
  const route = `${operation.method.toUpperCase()} ${operation.path}`;
  return {
    signature: [
      docComment({
        text: operation.description ?? operation.summary,
        lines: [route],
        deprecated: operation.deprecated,
        generatedFrom: operation.source,
      }),
      code`readonly ${value}: ${file.importType(optional ? "OptionalClientMethod" : "ClientMethod", runtimeModule)}${list("<", [request, response], ">", { trailing: false })};`,
    ],
    implementation: code`${value}: ${file.import("clientMethod", runtimeModule)}(transport, ${descriptors}.${value}),`,
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

/** Reports whether a call requires input from the caller. */
function needsRequest(operation: HttpOperation): boolean {
  return (
    operation.requestBody?.required === true ||
    operation.parameters.some((parameter) => parameter.required && !isRequiredKey(parameter))
  );
}

/** Reports whether a parameter is an idempotency key, which a transport makes if none is given. */
function isRequiredKey({ in: location, name, required }: Parameter): boolean {
  return required && location === "header" && name.toLowerCase() === "idempotency-key";
}
