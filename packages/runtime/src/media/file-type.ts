// Checks the types of files, if a document lists the accepted types.

import type { FormField } from "../codegen/parameter.ts";
import type { Issue } from "../errors/codec-error.ts";
import { coversMediaType, mediaTypeEssence } from "./media-type.ts";

/** The type of arbitrary bytes. Senders also use it for files of unknown type. */
export const ANY_BYTES = "application/octet-stream";

/**
 * Lists an issue for each file of a value whose type its field does not list. A file without a type has no
 * issue, because it is sent with the first listed type.
 */
export function fileTypeIssues(
  field: Pick<FormField, "contentType"> | undefined,
  value: unknown,
  pointer: string,
): readonly Issue[] {
  if (Array.isArray(value)) {
    return value.flatMap((item, index) => fileTypeIssues(field, item, `${pointer}/${index}`));
  }
  if (!(value instanceof Blob) || value.type === "") return [];
  const listed = listedTypes(field?.contentType);
  const isListed = listed.some(
    (type) => coversMediaType(type, value.type) || mediaTypeEssence(type) === ANY_BYTES,
  );
  return listed.length === 0 || isListed ? [] : [fileTypeIssue(listed, pointer)];
}

/** Describes a file whose type is not in the list. */
export function fileTypeIssue(listed: readonly string[], pointer: string): Issue {
  const expected = `a file of type ${listed.join(" or ")}`;
  return {
    pointer,
    code: "media_type",
    message: `expected ${expected}`,
    expected,
    received: "a file of a different type",
  };
}

/** Splits the types of a field, as `encoding` lists them. */
export function listedTypes(declared: string | undefined): readonly string[] {
  return declared?.split(",").map((type) => type.trim()) ?? [];
}
