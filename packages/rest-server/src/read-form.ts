// Forms: fields are converted by their described types, then the whole is validated by its codec.

import {
  decodeQuery,
  jsonPointer,
  mediaTypeEssence,
  type ProblemIssue,
  readScalar,
} from "@specwright/runtime";
import type { FormDescriptor, FormField, ParameterDescriptor } from "@specwright/runtime/codegen";
import { checked, type RawBody, type ReadBody, unsupported } from "./checked-body.ts";

const MAX_FIELDS = 1000;

/**
 * Reads a form into an object.
 *
 * @throws ProblemError 415 if the contract does not describe its fields.
 */
export async function readForm(media: FormDescriptor, raw: RawBody): Promise<ReadBody> {
  const { fields, codec } = media;
  // Without types, every field would be text, contrary to the handler's types.
  if (fields === undefined) throw unsupported("Forms of this operation are not read yet.");
  if (isUrlEncoded(raw) && Object.values(fields).some(({ style }) => style !== undefined)) {
    return readStyledForm(fields, raw, codec);
  }
  const entries = await formEntries(raw);
  if (entries === undefined || entries.length > MAX_FIELDS) {
    const message = entries === undefined ? "the form cannot be read" : "too many fields";
    return { ok: false, issues: [{ pointer: "", code: "form", message }], isMalformed: true };
  }
  const issues: ProblemIssue[] = [];
  const values = readFields(fields, entries, issues);
  const files = Object.entries(values).filter(([, value]) => hasFile(value));
  const read = check();
  if (!read.ok) return { ...read, issues: [...issues, ...read.issues.filter(isNew)] };
  if (issues.length > 0) return { ok: false, issues, isMalformed: false };
  return { ok: true, value: Object.assign({}, read.value, Object.fromEntries(files)) };

  function check(): ReadBody {
    return codec === undefined
      ? { ok: true, value: values }
      : checked(codec, { ...values, ...Object.fromEntries(files.map(withoutFiles)) });
  }

  function isNew(issue: ProblemIssue): boolean {
    return !issues.some((known) => known.pointer === issue.pointer);
  }
}

function isUrlEncoded({ contentType }: RawBody): boolean {
  return mediaTypeEssence(contentType) === "application/x-www-form-urlencoded";
}

/** Reads a form whose fields are written as the parameters of a query. */
function readStyledForm(
  fields: Readonly<Record<string, FormField>>,
  { bytes }: RawBody,
  codec: FormDescriptor["codec"],
): ReadBody {
  const text = new TextDecoder().decode(bytes);
  if (text.split("&", MAX_FIELDS + 1).length > MAX_FIELDS) {
    const issue = { pointer: "", code: "form", message: "too many fields" };
    return { ok: false, issues: [issue], isMalformed: true };
  }
  const descriptors = Object.entries(fields).map(
    ([name, { type, ...field }]): ParameterDescriptor => ({
      ...field,
      ...{ name, in: "query", type: type === "file" ? "string" : type },
    }),
  );
  const { values, issues } = decodeQuery(descriptors, text);
  if (issues.length > 0) {
    const own = issues.map(({ pointer, code, message }) => ({ pointer, code, message }));
    return { ok: false, issues: own, isMalformed: false };
  }
  return codec === undefined ? { ok: true, value: values } : checked(codec, values);
}

function withoutFiles([name, value]: [string, unknown]): [string, unknown] {
  return [name, Array.isArray(value) ? value.map(() => "") : ""];
}

function hasFile(value: unknown): boolean {
  return value instanceof File || (Array.isArray(value) && value.some(hasFile));
}

async function formEntries(raw: RawBody): Promise<[string, FormDataEntryValue][] | undefined> {
  try {
    if (isUrlEncoded(raw)) {
      const text = new TextDecoder("utf-8", { fatal: true }).decode(raw.bytes);
      return [...new URLSearchParams(text)];
    }
    const headers = { "content-type": raw.contentType };
    return [...(await new Response(raw.bytes, { headers }).formData())];
  } catch {
    return undefined;
  }
}

function readFields(
  fields: Readonly<Record<string, FormField>>,
  entries: readonly [string, FormDataEntryValue][],
  issues: ProblemIssue[],
): Record<string, unknown> {
  const values = new Map<string, unknown>();
  for (const [name, entry] of entries) {
    const pointer = jsonPointer([name.slice(0, 100).toWellFormed()]);
    const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
    if (field === undefined) {
      issues.push({ pointer, code: "unknown_key", message: "unknown field" });
      continue;
    }
    const value = readField(field, entry, pointer, issues);
    const known = values.get(name);
    if (field.array) values.set(name, Array.isArray(known) ? [...known, value] : [value]);
    else if (!values.has(name)) values.set(name, value);
    else issues.push({ pointer, code: "repeated", message: "given more than once" });
  }
  return Object.fromEntries(values);
}

function readField(
  field: FormField,
  entry: FormDataEntryValue,
  pointer: string,
  issues: ProblemIssue[],
): unknown {
  if ((field.type === "file") !== (typeof entry !== "string")) {
    const wanted = field.type === "file" ? "expected a file" : "expected text, not a file";
    issues.push({ pointer, code: "type", message: wanted });
    return undefined;
  }
  if (field.type === "file" || typeof entry !== "string") return entry;
  const read = readScalar(field.type, entry);
  if (read.ok) return read.value;
  issues.push({ pointer, code: read.code, message: read.message });
  return undefined;
}
