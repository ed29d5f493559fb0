// Prints an OpenAPI Operation Object as a descriptor.

import type { HttpOperation, ParameterGroup } from "@specwright/contract";
import { docComment } from "../print/doc-comment.ts";
import type { EmitContext } from "../print/emitter.ts";
import { stringLiteral } from "../print/literal.ts";
import { modules, runtimeModule } from "../print/modules.ts";
import { code, type ImportSymbol, list, type Printable } from "../print/printable.ts";
import { requestForms, responseForms } from "../print/type-forms.ts";
import type { TypeScriptFile } from "../print/typescript-file.ts";
import type { Components } from "./components.ts";
import { printCodec, printContent } from "./media-descriptor.ts";
import { type Field, printObject } from "./object-literal.ts";
import { printPagination } from "./pagination.ts";
import { printParameters } from "./parameter-list.ts";
import { printEncoders, printHeaderReader } from "./request-encoders.ts";
import { printResponses } from "./response-descriptor.ts";
import { printSchemes } from "./secret-place.ts";

/** Prints `export const updateListing: OperationDescriptor<...> = {...};`. */
export function printOperationDescriptor(
  context: EmitContext,
  file: TypeScriptFile,
  components: Components,
  operation: HttpOperation,
  validation: string | undefined,
): void {
  const descriptor = file.importType("OperationDescriptor", runtimeModule);
  // In some documents, several operations have the same path and differ in a fragment. A fragment is never
  // sent.
  const path: Field = ["path", stringLiteral(operation.path.replace(/#.*$/s, ""))];
  const checks = validation === undefined ? undefined : file.import(validation, runtimeModule);
  const address: readonly Field[] = [path, ["validation", checks]];
  printDescriptor(context, file, components, { operation, descriptor, address });
}

/** An operation, the type of its descriptor, and the fields that contain its address. */
interface Described {
  readonly operation: HttpOperation;
  /** If `operation` is a copy, the original operation, from which its name is derived. */
  readonly named?: HttpOperation;
  readonly descriptor: ImportSymbol;
  readonly address: readonly Field[];
}

/** Prints the descriptor of an operation, a webhook or a callback. */
export function printDescriptor(
  context: EmitContext,
  file: TypeScriptFile,
  components: Components,
  { operation, named = operation, descriptor, address }: Described,
): void {
  const { value } = context.names.operation(named);
  const types = file.importTypeNamespace("types", modules.types);
  // The types of the caller: it writes the request and reads the response.
  const parts = [
    code`${types}.${requestForms(context, named).written}`,
    code`${types}.${responseForms(context, named).read}`,
  ];
  const body = operation.requestBody;

  file.print(
    docComment({
      deprecated: operation.deprecated,
    }),
    code`export const ${value}: ${descriptor}${list("<", parts, ">", { trailing: false })} = ${printObject(
      [
        ["id", stringLiteral(operation.id)],
        ["name", value === operation.id ? undefined : stringLiteral(value)],
        ["method", stringLiteral(operation.method.toUpperCase())],
        ...address,
        ["parameters", printParameters(context, file, components, operation.parameters)],
        ["validators", printValidators(context, file, operation.parameterGroups)],
        ["encoders", printEncoders(context, file, operation)],
        [
          "body",
          body &&
            printObject([
              ["required", body.required ? "true" : undefined],
              ["maxBytes", body.maxBytes === undefined ? undefined : String(body.maxBytes)],
              ["content", printContent(context, file, components, body.content, "request")],
            ]),
        ],
        ["readHeaders", printHeaderReader(context, file, operation)],
        ["responses", printResponses(context, file, components, operation)],
        ["pagination", printPagination(context, operation)],
        ["security", printSecurity(operation)],
        ["scopes", printScopes(operation)],
        ["schemes", printSchemes(context, components, operation)],
      ],
    )};`,
  );
}

const groupKeys: Readonly<Record<string, string>> = {
  path: "path",
  query: "query",
  querystring: "query",
  header: "headers",
  cookie: "cookies",
};

/** Prints the codecs that check decoded parameters: one for the path, one for the query, and so on. */
export function printValidators(
  context: EmitContext,
  file: TypeScriptFile,
  groups: readonly ParameterGroup[],
): Printable {
  return printObject(
    groups.flatMap((group) => {
      const key = groupKeys[group.in];
      if (key === undefined) return [];
      return [[key, printCodec(context, file, group.declaration)] as const];
    }),
  );
}

/**
 * Prints the scopes for each alternative in the security requirements. Returns `undefined` if no scope is
 * required.
 */
function printScopes({ security }: HttpOperation): Printable | undefined {
  const asked = security.map((requirement) =>
    [...requirement].filter(([, scopes]) => scopes.length > 0),
  );
  if (asked.flat().length === 0) return undefined;
  const alternatives = asked.map((schemes) =>
    printObject(
      schemes.map(([scheme, scopes]) => [scheme, list("[", scopes.map(stringLiteral), "]")]),
    ),
  );
  return list("[", alternatives, "]");
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
