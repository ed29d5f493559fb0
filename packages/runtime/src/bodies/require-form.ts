import type { FormDescriptor } from "../codegen/body.ts";
import { CodecError } from "../errors/codec-error.ts";
import { jsonPointer } from "../json/json-pointer.ts";
import {
  fieldNamed,
  issuesOfWritten,
  withoutFiles,
  withoutHeaders,
} from "../media/checked-value.ts";
import { fileTypeIssues } from "../media/file-type.ts";
import { givenPart } from "../multipart/write-part.ts";
import { isForm } from "./json-body.ts";

/**
 * Checks a form that is about to be sent: its schema, and the types of its files. For a `FormData`, only
 * the types of files are checked.
 *
 * @throws CodecError if the form breaks the contract.
 */
export function requireForm(form: FormDescriptor, value: unknown): void {
  const entries = isForm(value) ? [...value] : Object.entries(value ?? {});
  const found = entries.map(([name, given]: readonly [string, unknown]) => {
    const field = fieldNamed(form, name);
    const pointer = jsonPointer([name]);
    for (const part of Array.isArray(given) ? given : [given]) givenPart(pointer, part, field);
    const bare = withoutHeaders(field, given);
    return { name, plain: withoutFiles(bare), issues: fileTypeIssues(field, bare, pointer) };
  });
  const plain = Object.fromEntries(found.map((each) => [each.name, each.plain]));
  const issues = isForm(value) ? [] : issuesOfWritten(form.codec, plain);
  const all = [...found.flatMap((each) => each.issues), ...issues];
  if (all.length > 0) throw new CodecError("encode", all);
}
