// Prints an operation in two forms: as a method of the client, `updateListing(request, options?)`, and as a
// function, `updateListing(transport, request, options?)`.

import type { HttpOperation } from "@specwright/contract";
import { docComment } from "../print/doc-comment.ts";
import type { EmitContext } from "../print/emitter.ts";
import { stringLiteral } from "../print/literal.ts";
import { modules, runtimeModule } from "../print/modules.ts";
import { code, group, indent, line, list, type Printable } from "../print/printable.ts";
import { needsRequest, requestType, responseForms } from "../print/type-forms.ts";
import type { TypeScriptFile } from "../print/typescript-file.ts";
import type { Method } from "./method.ts";

/** Where a method is in a client. */
export interface MethodPlace {
  /** The name of the client interface, and the name of the group, if any: `["ShopClient", "orders"]`. */
  readonly owner: readonly [client: string, ...group: string[]];
  readonly name: string;
}

/** Prints the method and the function for one operation. */
export function operationMethod(
  context: EmitContext,
  file: TypeScriptFile,
  operation: HttpOperation,
  { owner, name }: MethodPlace,
): Method {
  const { value } = context.names.operation(operation);
  const descriptors = file.importNamespace("descriptors", modules.descriptors);
  const types = file.importTypeNamespace("types", modules.types);
  const request = requestType(context, file, operation);
  const response = code`${types}.${responseForms(context, operation).read}`;
  const optional = !needsRequest(operation);
  const options = optionsType(file, operation);
  const method = file.importType(optional ? "OptionalClientMethod" : "ClientMethod", runtimeModule);
  const parts = [request, response, ...(operation.pagination === undefined ? [] : [options])];
  const route = `${operation.method.toUpperCase()} ${operation.path}`;
  return {
    signature: [
      docComment({
        summary: operation.summary,
        text: operation.description,
        lines: operation.pagination === undefined ? [route] : [route, pageAdvice],
        deprecated: operation.deprecated,
      }),
      code`readonly ${name}: ${method}${list("<", parts, ">", { trailing: false })};`,
    ],
    implementation: code`${name}: ${file.import("clientMethod", runtimeModule)}(transport, ${descriptors}.${value}),`,
    standalone: [
      docComment({
        text: `${summarySentence(operation.summary)}${route}`,
        deprecated: operation.deprecated,
      }),
      group(
        code`export const ${value}: Call<${memberType(owner, name)}> =`,
        indent(
          line,
          code`(transport, request${optional ? " = {}" : ""}, options) => transport.call(${descriptors}.${value}, request, options);`,
        ),
      ),
    ],
  };
}

/**
 * Prints the type `Call`. It converts the type of a method to the type of the function, whose first
 * parameter is the transport.
 */
export function callType(file: TypeScriptFile): Printable {
  const transport = file.importType("RestTransport", runtimeModule);
  return code`/** A method of the client as a function: the transport is the first argument. */
type Call<Method extends (...given: never) => unknown> = (
  transport: ${transport},
  ...given: Parameters<Method>
) => ReturnType<Method>;`;
}

/** Returns the type of a method, such as `ShopClient["orders"]["list"]`. */
function memberType([client, ...group]: MethodPlace["owner"], name: string): string {
  return client + [...group, name].map((each) => `[${stringLiteral(each)}]`).join("");
}

function summarySentence(summary = ""): string {
  const text = summary.trim().replace(/\.$/, "");
  return text === "" ? "" : `${text}. `;
}

const pageAdvice = "`listItems` of `@specwright/rest/client` reads all pages.";

/**
 * Prints the type of the options of a call. For an operation with pagination, the type contains the path to
 * the items of a page.
 */
function optionsType(file: TypeScriptFile, { pagination }: HttpOperation): Printable {
  if (pagination === undefined) return code`${file.importType("CallOptions", runtimeModule)}`;
  const items = list("[", pagination.items.map(stringLiteral), "]");
  return code`${file.importType("PageCallOptions", runtimeModule)}<${items}>`;
}
