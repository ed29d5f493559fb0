// Prints which functions encode the parts of a request, and which read the headers of a response. The
// descriptor refers to these functions, so a bundle only contains those that its operations need. If all
// values of an operation are scalars, it uses smaller functions without support for lists, objects and
// JSON.

import {
  bodyKind,
  emptyText,
  type HttpOperation,
  objectProperties,
  type Parameter,
  type ParameterLocation,
  parameterType,
  type RequestBody,
  type ScalarTypes,
} from "@specwright/contract";
import type { EmitContext } from "../print/emitter.ts";
import { runtimeModule } from "../print/modules.ts";
import type { Printable } from "../print/printable.ts";
import type { TypeScriptFile } from "../print/typescript-file.ts";
import { hasStyledFields } from "./form-descriptor.ts";
import { type Field, printObject } from "./object-literal.ts";
import { isNested } from "./text-shape.ts";

const encoderOf: Readonly<Record<ParameterLocation, readonly [key: string, part: string]>> = {
  path: ["path", "Path"],
  query: ["query", "Query"],
  querystring: ["query", "Query"],
  header: ["headers", "Headers"],
  cookie: ["cookies", "Cookies"],
};

/**
 * Prints the encoders of an operation. Returns undefined if its request has no parts and needs no
 * credentials.
 */
export function printEncoders(
  context: EmitContext,
  file: TypeScriptFile,
  { parameters, requestBody, security }: HttpOperation,
): Printable | undefined {
  const locations = new Set(parameters.map((parameter) => parameter.in));
  const fields = [...locations].flatMap((location): Field[] => {
    const [key, part] = encoderOf[location];
    const those = parameters.filter((each) => each.in === location);
    if (location === "header")
      return [[key, file.import(headersEncoderOf(context, those), runtimeModule)]];
    const kind = those.some(isOpenQuery)
      ? "Any"
      : those.every((each) => isScalar(context, each))
        ? "Scalar"
        : "";
    return [[key, file.import(`encode${kind}${part}`, runtimeModule)]];
  });
  if (requestBody !== undefined) {
    fields.push(["body", file.import(bodyEncoderOf(context, requestBody), runtimeModule)]);
  }
  if (security.some(({ size }) => size > 0)) {
    fields.push(["credentials", file.import("addCredentials", runtimeModule)]);
  }
  return fields.length === 0 ? undefined : printObject(fields);
}

/** Returns the name of the function that encodes headers. */
export function headersEncoderOf(types: ScalarTypes, headers: readonly Parameter[]): string {
  return headers.every((header) => isScalar(types, header))
    ? "encodeScalarHeaders"
    : "encodeHeaders";
}

function bodyEncoderOf(context: EmitContext, body: RequestBody): string {
  const kinds = body.content.map(bodyKind);
  if (kinds.every((kind) => kind === "json")) return "jsonBody";
  if (kinds.includes("sequential")) return "sequentialBody";
  if (hasStyledFields(context, body)) return "styledBody";
  return kinds.every((kind) => kind === "json" || kind === "form") ? "formBody" : "anyBody";
}

/** Prints the function that reads response headers. Returns undefined if no response declares headers. */
export function printHeaderReader(
  types: ScalarTypes,
  file: TypeScriptFile,
  { responses }: HttpOperation,
): Printable | undefined {
  const headers = responses.flatMap((response) => response.headers);
  if (headers.length === 0) return undefined;
  const areScalars = headers.every((header) => isScalar(types, header));
  const reader = areScalars ? "readScalarHeaders" : "readResponseHeaders";
  return file.import(reader, runtimeModule);
}

/**
 * Reports whether a query parameter is nested, keeps reserved characters, or is the whole query string.
 */
function isOpenQuery({ in: location, style, schema, allowReserved }: Parameter): boolean {
  if (location === "querystring") return true;
  const isDeep = style === "deepObject" && schema !== undefined && isNested(schema);
  return location === "query" && (isDeep || allowReserved);
}

/** The types that the functions for scalars support. */
const plainTypes: ReadonlySet<string> = new Set([
  "string",
  "integer",
  "bigint",
  "number",
  "boolean",
]);

/** Reports whether a parameter is sent as the text of one scalar, and its type is one of `types`. */
function isScalar(types: ScalarTypes, parameter: Parameter): boolean {
  const { type, array } = parameterType(parameter, types);
  if (parameter.name.toLowerCase() === "set-cookie") return false;
  if (["label", "matrix", "deepObject", "cookie"].includes(parameter.style)) return false;
  if (parameter.allowReserved || emptyText(parameter) === "null") return false;
  if (array || !plainTypes.has(type)) return false;
  return parameter.schema === undefined || objectProperties(parameter.schema) === undefined;
}
