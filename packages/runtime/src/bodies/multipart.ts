// Multipart forms (RFC 7578) as bytes. `FormData` is not used, because it lets nobody choose the type
// of a part, and changes the line ends of texts.

import type { EncodedBody, FormField } from "../codegen/body.ts";
import { coversMediaType, isJsonType } from "../media-type.ts";
import { stringifyJson } from "../stringify-json.ts";
import { bytesOf, isBytes } from "./bytes-of.ts";

/** The fields of a form in order; each item of a list is a separate field. */
export type FormEntries = readonly (readonly [name: string, value: unknown])[];

/**
 * Writes a form. Files are not read, so that a large one is sent without holding it in memory.
 */
export function multipartForm(
  fields: Readonly<Record<string, FormField>>,
  entries: FormEntries,
): EncodedBody {
  const boundary = newBoundary();
  const parts = entries.flatMap(([name, value]): BlobPart[] => {
    const declared = Object.hasOwn(fields, name) ? fields[name]?.contentType : undefined;
    const type = partType(declared, value);
    return [`--${boundary}\r\n${headOf(name, value, type)}\r\n`, contentOf(value, type), "\r\n"];
  });
  return {
    body: new Blob([...parts, `--${boundary}--\r\n`]),
    contentType: `multipart/form-data; boundary=${boundary}`,
  };
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
