// Prints a query for each operation that reads. For each list, also prints a query that reads all pages.

import { type HttpOperation, mediaKind } from "@specwright/contract";
import { docComment } from "../print/doc-comment.ts";
import type { EmitContext } from "../print/emitter.ts";
import { stringLiteral } from "../print/literal.ts";
import { modules, runtimeModule, valuesModule } from "../print/modules.ts";
import { code, list, type Printable } from "../print/printable.ts";
import { needsRequest, requestType, responseForms } from "../print/type-forms.ts";
import type { TypeScriptFile } from "../print/typescript-file.ts";

/** Reports whether an operation responds with a stream of items. */
export function isStream({ responses }: HttpOperation): boolean {
  return responses.some(
    ({ status, content }) =>
      `${status}`.startsWith("2") &&
      content.some(({ mediaType }) => mediaKind(mediaType) === "sequential"),
  );
}

/** Prints the function that returns the query key of an operation. */
export function printKey(
  context: EmitContext,
  file: TypeScriptFile,
  operation: HttpOperation,
): Printable {
  const { value } = context.names.operation(operation);
  const { request, response, key } = queryParts(context, file, operation);
  return [
    docComment({
      text: `The key of \`${value}Query\`; without a request, the prefix of the keys of all requests.`,
    }),
    code`export function ${value}Key${list("(", [code`request?: ${request}`], ")")}: Key<${stringLiteral(value)}, ${response}> {
  return ${key}(${stringLiteral(value)}, request);
}`,
  ];
}

/** Prints the function that returns the query options of an operation. */
export function printQuery(
  context: EmitContext,
  file: TypeScriptFile,
  operation: HttpOperation,
): Printable {
  const { value } = context.names.operation(operation);
  const { parameters, response, client } = queryParts(context, file, operation);
  const fetch = file.import("fetchBody", valuesModule);
  return [
    docComment({
      summary: operation.summary,
      text: operation.description,
      lines: [operationRoute(operation)],
      deprecated: operation.deprecated,
    }),
    code`export function ${value}Query${parameters}: Query<${stringLiteral(value)}, ${response}> {
  return {
    queryKey: ${value}Key(request),
    queryFn: ({ signal }) => ${fetch}(${client}.${value}, transport, request, { signal }),
  };
}`,
  ];
}

/** Prints the function that returns the options of an infinite query, which reads the pages of a list. */
export function printPages(
  context: EmitContext,
  file: TypeScriptFile,
  operation: HttpOperation,
): Printable {
  const { value } = context.names.operation(operation);
  const { parameters, response, client, key } = queryParts(context, file, operation);
  const path = list("[", (operation.pagination?.items ?? []).map(stringLiteral), "]");
  const fetch = file.import("fetchPage", valuesModule);
  return [
    docComment({
      text: `All pages of \`${value}Query\`, one after another.`,
      lines: [operationRoute(operation)],
      deprecated: operation.deprecated,
    }),
    code`export function ${value}Pages${parameters}: Pages<${stringLiteral(value)}, ${response}, ${path}> {
  return {
    queryKey: ${key}(${stringLiteral(value)}, request, "pages"),
    queryFn: ({ signal, pageParam: from }) =>
      ${fetch}(${client}.${value}.bind(undefined, transport), request, { signal, from }),
    initialPageParam: undefined,
    getNextPageParam: ({ next }) => next,
  };
}`,
  ];
}

function operationRoute({ method, path }: HttpOperation): string {
  return `${method.toUpperCase()} ${path}`;
}

/** The names and types that the functions for one operation use. */
interface Parts {
  readonly request: Printable;
  readonly parameters: Printable;
  readonly response: Printable;
  readonly client: Printable;
  readonly key: Printable;
}

function queryParts(context: EmitContext, file: TypeScriptFile, operation: HttpOperation): Parts {
  const types = file.importTypeNamespace("types", modules.types);
  const request = requestType(context, file, operation);
  return {
    request,
    parameters: list(
      "(",
      [
        code`transport: ${file.importType("RestTransport", runtimeModule)}`,
        code`request: ${request}${needsRequest(operation) ? "" : " = {}"}`,
      ],
      ")",
    ),
    response: code`${types}.${responseForms(context, operation).read}`,
    client: file.importNamespace("client", modules.client),
    key: file.import("queryKey", valuesModule),
  };
}
