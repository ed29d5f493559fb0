// Prints a mutation for each operation that changes something.

import type { HttpOperation } from "@specwright/contract";
import { docComment } from "../print/doc-comment.ts";
import type { EmitContext } from "../print/emitter.ts";
import { stringLiteral } from "../print/literal.ts";
import { modules, runtimeModule, valuesModule } from "../print/modules.ts";
import { code, list, type Printable } from "../print/printable.ts";
import { needsRequest, requestType, responseForms } from "../print/type-forms.ts";
import type { TypeScriptFile } from "../print/typescript-file.ts";

/** Prints the mutation of an operation. */
export function printMutation(
  context: EmitContext,
  file: TypeScriptFile,
  operation: HttpOperation,
): Printable {
  const { value } = context.names.operation(operation);
  const types = file.importTypeNamespace("types", modules.types);
  const client = file.importNamespace("client", modules.client);
  const fetch = file.import("fetchBody", valuesModule);
  const isOptional = !needsRequest(operation);
  const request = requestType(context, file, operation);
  const parts = [
    stringLiteral(value),
    isOptional ? code`${request} | void` : request,
    code`${types}.${responseForms(context, operation).read}`,
  ];
  const transport = code`transport: ${file.importType("RestTransport", runtimeModule)}`;
  return [
    docComment({
      summary: operation.summary,
      text: operation.description,
      lines: [`${operation.method.toUpperCase()} ${operation.path}`],
      deprecated: operation.deprecated,
    }),
    code`export function ${value}Mutation${list("(", [transport], ")")}: Mutation${list("<", parts, ">", { trailing: false })} {
  return {
    mutationKey: [${stringLiteral(value)}],
    mutationFn: (request) => ${fetch}(${client}.${value}, transport, request${isOptional ? " ?? {}" : ""}),
  };
}`,
  ];
}
