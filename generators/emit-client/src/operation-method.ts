// An operation as a client method: `updateListing(request, options?): Promise<UpdateListingResponse>`.

import type { HttpOperation } from "@specwright/contract";
import type { EmitContext, TypeScriptFile } from "@specwright/emit-kit";
import { code, docComment, list, modules, runtimeModule } from "@specwright/emit-kit";
import type { Method } from "./method.ts";

/** Builds the method of one operation. */
export function operationMethod(
  context: EmitContext,
  file: TypeScriptFile,
  operation: HttpOperation,
): Method {
  const { value, type } = context.names.operation(operation);
  const descriptor = file.import(value, modules.descriptors);
  const request = file.importType(`${type}Request`, modules.types);
  const response = file.importType(`${type}Response`, modules.types);
  const options = file.importType("CallOptions", runtimeModule);
  const optional = !needsRequest(operation);
  const parameters = [code`request${optional ? "?" : ""}: ${request}`, code`options?: ${options}`];
  return {
    signature: [
      docComment({
        text: operation.description ?? operation.summary,
        lines: [`${operation.method.toUpperCase()} ${operation.path}`],
        deprecated: operation.deprecated,
        generatedFrom: operation.source,
      }),
      code`${value}${list("(", parameters, ")")}: Promise<${response}>;`,
    ],
    implementation: code`${value}: (request${optional ? " = {}" : ""}, options) => transport.call(${descriptor}, request, options),`,
  };
}

/** Says whether a call needs anything from its caller. */
function needsRequest(operation: HttpOperation): boolean {
  return (
    operation.requestBody?.required === true ||
    operation.parameters.some((parameter) => parameter.required)
  );
}
