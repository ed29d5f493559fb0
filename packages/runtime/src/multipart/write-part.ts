// Writes the parts of multipart bodies as bytes. `FormData` is not used, because it cannot set the type and
// the headers of a part, and changes the line ends of texts.

import type { EncodeHeaders, FormField } from "../codegen/parameter.ts";
import { CodecError } from "../errors/codec-error.ts";
import { stringifyJson } from "../json/stringify-json.ts";
import { bytesOf, isBytes } from "../media/bytes-of.ts";
import { ANY_BYTES, listedTypes } from "../media/file-type.ts";
import { coversMediaType, isJsonType } from "../media/media-type.ts";
import { ParameterError } from "../parameters/parameter-error.ts";

/** A part before it is written. */
export interface GivenPart {
  readonly value: unknown;
  readonly headers: ReturnType<EncodeHeaders>;
}

/**
 * Separates the value of a part from its headers, if the document describes headers. Values of a `FormData`
 * have no headers.
 *
 * @throws CodecError with the pointer, if the caller passed the value without the object for its headers.
 */
export function givenPart(pointer: string, given: unknown, field?: FormField): GivenPart {
  const { headers, encodeHeaders } = field ?? {};
  const isBare = typeof given === "string" || given instanceof Blob;
  if (headers === undefined || encodeHeaders === undefined || isBare) {
    return { value: given, headers: [] };
  }
  if (typeof given !== "object" || given === null || !("value" in given)) {
    const message = "expected { value, headers }";
    throw new CodecError("encode", [{ pointer, code: "type", message }]);
  }
  const values = "headers" in given ? given.headers : undefined;
  return { value: given.value, headers: encodeHeaders(headers, Object(values ?? {})) };
}

/** Matches the names that are valid for a header. */
const HEADER_NAME = /^[\w!#$%&'*+.^`|~-]+$/;

/**
 * Writes headers as lines.
 *
 * @throws ParameterError for a name that is not valid for a header.
 */
export function headerLines(headers: GivenPart["headers"]): string {
  return headers
    .map(([name, value]) => {
      if (HEADER_NAME.test(name)) return `${name}: ${value}\r\n`;
      throw new ParameterError("header", name, "pattern", "is not a valid header name");
    })
    .join("");
}

/** Returns a boundary of 128 random bits. In practice, no content contains it. */
export function newBoundary(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return `specwright-${Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("")}`;
}

/**
 * Returns the content type of a multipart body. For a related body, it also declares the type of the first
 * part.
 */
export function multipartType(mediaType: string, boundary: string, firstType?: string): string {
  const type = `${mediaType}; boundary=${boundary}`;
  if (mediaType !== "multipart/related") return type;
  return `${type}; type="${firstType ?? "text/plain"}"`;
}

/**
 * Returns the file name of a value. As in browsers, every file has a name, because many servers recognise
 * files only by their names.
 */
export function valueFilename(value: unknown): string | undefined {
  if (value instanceof File) return value.name;
  return value instanceof Blob || isBytes(value) ? "blob" : undefined;
}

/**
 * Selects the type of a part. For a file with a type, this is the type of the file; but if that type is not
 * listed and arbitrary bytes are, it is the type of arbitrary bytes. For other values, this is the first
 * listed type that fits.
 */
export function partType(declared: string | undefined, value: unknown): string | undefined {
  const own = value instanceof Blob ? value.type : "";
  const types = listedTypes(declared);
  const isListed = types.some((type) => coversMediaType(type, own));
  if (own !== "") return isListed ? own : (types.find((type) => type === ANY_BYTES) ?? own);
  const exact = types.filter((type) => !type.includes("*"));
  if (isStructure(value)) return exact.find(isJsonType) ?? exact[0] ?? "application/json";
  return exact[0] ?? (valueFilename(value) === undefined ? undefined : ANY_BYTES);
}

function isStructure(value: unknown): boolean {
  return typeof value === "object" && valueFilename(value) === undefined;
}

/** Returns the content of a part for a type. Files are not read. */
export function partContent(value: unknown, type: string | undefined): BlobPart {
  if (value instanceof Blob) return value;
  if (isBytes(value)) return bytesOf(value);
  const isJson = isStructure(value) || (type !== undefined && isJsonType(type));
  return isJson ? stringifyJson(value) : `${value}`;
}
