import type { EncodedBody, FormDescriptor } from "../codegen/body.ts";
import { jsonPointer } from "../json/json-pointer.ts";
import { fieldNamed } from "../media/checked-value.ts";
import {
  givenPart,
  headerLines,
  multipartType,
  newBoundary,
  partContent,
  partType,
  valueFilename,
} from "./write-part.ts";

/** The fields of a form in order; each item of a list is a separate field. */
export type FormEntries = readonly (readonly [name: string, value: unknown])[];

/**
 * Writes a form (RFC 7578), or another multipart body whose parts have names. Large files are not loaded
 * into memory.
 *
 * @throws CodecError or ParameterError for headers of a part that cannot be sent.
 */
export function multipartForm(
  form: FormDescriptor,
  entries: FormEntries,
  mediaType = "multipart/form-data",
): EncodedBody {
  const boundary = newBoundary();
  const types: (string | undefined)[] = [];
  const parts = entries.flatMap(([name, given]): BlobPart[] => {
    const field = fieldNamed(form, name);
    const { value, headers } = givenPart(jsonPointer([name]), given, field);
    if (value === undefined || value === null) return [];
    const type = partType(field?.contentType, value);
    types.push(type);
    const head = `${partHead(name, value, type)}${headerLines(headers)}`;
    return [`--${boundary}\r\n${head}\r\n`, partContent(value, type), "\r\n"];
  });
  return {
    body: new Blob([...parts, `--${boundary}--\r\n`]),
    contentType: multipartType(mediaType, boundary, types[0]),
  };
}

/** Returns the headers of a part. Text without a type is `text/plain` (RFC 7578, section 4.4). */
function partHead(name: string, value: unknown, type: string | undefined): string {
  const filename = valueFilename(value);
  const file = filename === undefined ? "" : `; filename="${escapeName(filename)}"`;
  const disposition = `Content-Disposition: form-data; name="${escapeName(name)}"${file}\r\n`;
  return type === undefined ? disposition : `${disposition}Content-Type: ${type}\r\n`;
}

/** Escapes a name as browsers do (WHATWG HTML, "Multipart form data"). */
function escapeName(name: string): string {
  return name.replaceAll('"', "%22").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
}
