// Multipart forms (RFC 7578) as bytes. `FormData` is not used, because it lets nobody choose the type
// of a part, and changes the line ends of texts.

import { CodecError } from "../codec-error.ts";
import type { EncodedBody, FormField } from "../codegen/body.ts";
import type { EncodeHeaders } from "../codegen/parameter.ts";
import { jsonPointer } from "../json-pointer.ts";
import { coversMediaType, isJsonType } from "../media-type.ts";
import { ParameterError } from "../parameters/parameter-error.ts";
import { stringifyJson } from "../stringify-json.ts";
import { bytesOf, isBytes } from "./bytes-of.ts";

/** The fields of a form in order; each item of a list is a separate field. */
export type FormEntries = readonly (readonly [name: string, value: unknown])[];

/**
 * Writes a form. Files are not read, so that a large one is sent without holding it in memory.
 *
 * @throws CodecError or ParameterError for headers of a part that cannot be sent.
 */
export function multipartForm(
  fields: Readonly<Record<string, FormField>>,
  entries: FormEntries,
): EncodedBody {
  const boundary = newBoundary();
  const parts = entries.flatMap(([name, given]): BlobPart[] => {
    const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
    const { value, headers } = partOf(name, given, field);
    if (value === undefined || value === null) return [];
    const type = partType(field?.contentType, value);
    const head = `${headOf(name, value, type)}${linesOf(headers)}`;
    return [`--${boundary}\r\n${head}\r\n`, contentOf(value, type), "\r\n"];
  });
  return {
    body: new Blob([...parts, `--${boundary}--\r\n`]),
    contentType: `multipart/form-data; boundary=${boundary}`,
  };
}

/** A part before it is written. */
interface GivenPart {
  readonly value: unknown;
  readonly headers: ReturnType<EncodeHeaders>;
}

/**
 * Separates the value of a part from its headers, if the document describes any. What comes out of
 * a `FormData` has none.
 *
 * @throws CodecError if the value stands alone.
 */
function partOf(name: string, given: unknown, field: FormField | undefined): GivenPart {
  const { headers, encodeHeaders } = field ?? {};
  const isBare = typeof given === "string" || given instanceof Blob;
  if (headers === undefined || encodeHeaders === undefined || isBare) {
    return { value: given, headers: [] };
  }
  if (typeof given !== "object" || given === null || !("value" in given)) {
    const message = "expected { value, headers }";
    throw new CodecError("encode", [{ pointer: jsonPointer([name]), code: "type", message }]);
  }
  const values = "headers" in given ? given.headers : undefined;
  return { value: given.value, headers: encodeHeaders(headers, Object(values ?? {})) };
}

/** Matches the names that a header may have. */
const HEADER_NAME = /^[\w!#$%&'*+.^`|~-]+$/;

/** Writes headers as lines. Throws `ParameterError` for a name that no header can have. */
function linesOf(headers: GivenPart["headers"]): string {
  return headers
    .map(([name, value]) => {
      if (HEADER_NAME.test(name)) return `${name}: ${value}\r\n`;
      throw new ParameterError("header", name, "pattern", "is no name of a header");
    })
    .join("");
}

/** Returns a boundary that no content contains: 128 random bits. */
function newBoundary(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return `specwright-${Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("")}`;
}

/** Returns the headers of a part. Text without a type is `text/plain` (RFC 7578, section 4.4). */
function headOf(name: string, value: unknown, type: string | undefined): string {
  const filename = filenameOf(value);
  const file = filename === undefined ? "" : `; filename="${escaped(filename)}"`;
  const disposition = `Content-Disposition: form-data; name="${escaped(name)}"${file}\r\n`;
  return type === undefined ? disposition : `${disposition}Content-Type: ${type}\r\n`;
}

/** Many servers take only a part with a file name for a file, so all have one, as in browsers. */
function filenameOf(value: unknown): string | undefined {
  if (value instanceof File) return value.name;
  return value instanceof Blob || isBytes(value) ? "blob" : undefined;
}

/** Escapes a name as browsers do (WHATWG HTML, "Multipart form data"). */
function escaped(name: string): string {
  return name.replaceAll('"', "%22").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
}

/** Selects the type of a part: a file's own if the contract allows it, else the first that suits. */
function partType(declared: string | undefined, value: unknown): string | undefined {
  const own = value instanceof Blob ? value.type : "";
  const types = declared?.split(",").map((type) => type.trim()) ?? [];
  const isAllowed = types.length === 0 || types.some((type) => coversMediaType(type, own));
  if (own !== "" && isAllowed) return own;
  const exact = types.filter((type) => !type.includes("*"));
  if (isStructure(value)) return exact.find(isJsonType) ?? exact[0] ?? "application/json";
  return exact[0] ?? (filenameOf(value) === undefined ? undefined : "application/octet-stream");
}

function isStructure(value: unknown): boolean {
  return typeof value === "object" && filenameOf(value) === undefined;
}

function contentOf(value: unknown, type: string | undefined): BlobPart {
  if (value instanceof Blob) return value;
  if (isBytes(value)) return bytesOf(value);
  const isJson = isStructure(value) || (type !== undefined && isJsonType(type));
  return isJson ? stringifyJson(value) : `${value}`;
}
