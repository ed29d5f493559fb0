// Checks a form or a list of parts against its schema. For the check, each file is replaced by an empty
// string.

import type { BodyReading, FormDescriptor } from "../codegen/body.ts";
import type { Codec } from "../codegen/codec.ts";
import type { FormField } from "../codegen/parameter.ts";
import { CodecError } from "../errors/codec-error.ts";
import { isBytes } from "./bytes-of.ts";

/** Checks a value. If it breaks the schema, the result contains the value unchanged. */
export function checkedValue(codec: Codec<unknown> | undefined, value: unknown): BodyReading {
  if (codec === undefined) return { value, issues: [], isMalformed: false };
  try {
    return { value: codec.parse(value), issues: [], isMalformed: false };
  } catch (error) {
    if (!(error instanceof CodecError)) throw error;
    return { value, issues: error.issues, isMalformed: false };
  }
}

/** Lists the issues of a value that is about to be written. */
export function issuesOfWritten(
  codec: Codec<unknown> | undefined,
  value: unknown,
): BodyReading["issues"] {
  const parse = codec?.parseWritten ?? codec?.parse;
  return checkedValue(codec && parse && { ...codec, parse }, value).issues;
}

/**
 * Reports whether a value is a file or a list of files. Bytes count as files too, because URL-encoded forms
 * have files as bytes.
 */
export function isFile(value: unknown): boolean {
  if (Array.isArray(value)) return value.some(isFile);
  return value instanceof Blob || isBytes(value);
}

/** Returns a value in the form that its schema describes, with empty strings for files. */
export function withoutFiles(value: unknown): unknown {
  if (!isFile(value)) return value;
  return Array.isArray(value) ? value.map(() => "") : "";
}

/** Returns the description of a field; undefined if the document does not describe it. */
export function fieldNamed(
  { fields = {}, others }: Pick<FormDescriptor, "fields" | "others">,
  name: string,
): FormField | undefined {
  return Object.hasOwn(fields, name) ? fields[name] : others;
}

/** Returns the value of a field as a caller passed it, without the headers of parts. */
export function withoutHeaders(field: FormField | undefined, given: unknown): unknown {
  if (field?.headers === undefined) return given;
  return field.array && Array.isArray(given) ? given.map(valueOfPart) : valueOfPart(given);
}

function valueOfPart(part: unknown): unknown {
  return typeof part === "object" && part !== null && "value" in part ? part.value : part;
}
