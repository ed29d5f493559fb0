// An OpenAPI Operation Object as a descriptor.

import type { HttpOperation, ParameterGroup, Response } from "@specwright/contract";
import type { EmitContext, Printable, TypeScriptFile } from "@specwright/emit-kit";
import {
  code,
  docComment,
  list,
  modules,
  runtimeModule,
  stringLiteral,
} from "@specwright/emit-kit";
import { printContent } from "./media-descriptor.ts";
import { printObject } from "./object-literal.ts";
import { printParameters } from "./parameter-descriptor.ts";

/** Prints `export const updateListing: OperationDescriptor<...> = {...};`. */
export function printOperationDescriptor(
  context: EmitContext,
  file: TypeScriptFile,
  operation: HttpOperation,
): void {
  const { value, type } = context.names.operation(operation);
  const descriptor = file.importType("OperationDescriptor", runtimeModule);
  const request = file.importType(`${type}Request`, modules.types);
  const response = file.importType(`${type}Response`, modules.types);
  const body = operation.requestBody;

  file.print(
    docComment({
      text: `Describes ${operation.method.toUpperCase()} ${operation.path}.`,
      deprecated: operation.deprecated,
      generatedFrom: operation.source,
    }),
    code`export const ${value}: ${descriptor}${list("<", [request, response], ">", { trailing: false })} = ${printObject(
      [
        ["id", stringLiteral(operation.id)],
        ["name", value === operation.id ? undefined : stringLiteral(value)],
        ["method", stringLiteral(operation.method.toUpperCase())],
        ["path", stringLiteral(operation.path)],
        ["parameters", printParameters(context, operation.parameters)],
        ["validators", printValidators(context, file, operation.parameterGroups)],
        [
          "body",
          body &&
            printObject([
              ["required", String(body.required)],
              ["maxBytes", body.maxBytes === undefined ? undefined : String(body.maxBytes)],
              ["content", printContent(context, file, body.content)],
            ]),
        ],
        ["responses", printResponses(context, file, operation.responses)],
        ["security", printSecurity(operation)],
      ],
    )};`,
  );
}

const groupKeys: Readonly<Record<string, string>> = {
  path: "path",
  query: "query",
  header: "headers",
  cookie: "cookies",
};

/** Prints the codecs that check the decoded parameters of each location. */
export function printValidators(
  context: EmitContext,
  file: TypeScriptFile,
  groups: readonly ParameterGroup[],
): Printable {
  return printObject(
    groups.flatMap((group) => {
      const key = groupKeys[group.in];
      if (key === undefined) return [];
      return [[key, file.import(context.names.codec(group.declaration), modules.codec)] as const];
    }),
  );
}

function printResponses(
  context: EmitContext,
  file: TypeScriptFile,
  responses: readonly Response[],
): Printable {
  return printObject(
    responses.map((response) => [
      response.status,
      printObject([
        [
          "headers",
          response.headers.length > 0 ? printParameters(context, response.headers) : undefined,
        ],
        [
          "content",
          response.content.length > 0 ? printContent(context, file, response.content) : undefined,
        ],
      ]),
    ]),
  );
}

function printSecurity(operation: HttpOperation): Printable {
  return list(
    "[",
    operation.security.map((requirement) =>
      list("[", [...requirement.keys()].map(stringLiteral), "]"),
    ),
    "]",
  );
}
