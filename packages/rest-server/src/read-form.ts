// Forms: fields are converted by their described types, then the whole is validated by its codec.

import {
  charsetOf,
  decodeEntries,
  isUrlEncoded,
  type ProblemIssue,
  readResponseHeaders,
  readScalar,
} from "@specwright/runtime";
import type { FormDescriptor, FormField, ParameterDescriptor } from "@specwright/runtime/codegen";
import { checked, type RawBody, type ReadBody, unsupported } from "./checked-body.ts";
import {
  addValue,
  asFieldIssue,
  type FormFields,
  type FormValues,
  fieldIssue,
} from "./form-values.ts";
import { type FormPart, readMultipart } from "./read-multipart.ts";
import { readUrlEncoded } from "./read-url-encoded.ts";

const MAX_FIELDS = 1000;

/**
 * Reads a form into an object.
 *
 * @throws ProblemError 415 if the contract does not describe its fields.
 */
export function readForm({ fields, codec }: FormDescriptor, raw: RawBody): ReadBody {
  // Without types, every field would be text, contrary to the handler's types.
  if (fields === undefined) throw unsupported("Forms of this operation are not read yet.");
  const found = isUrlEncoded(raw.contentType)
    ? readUrlEncoded(fields, raw.bytes, MAX_FIELDS)
    : readParts(fields, raw);
  if (found === undefined) {
    const message = `the form cannot be read, or has more than ${MAX_FIELDS} fields`;
    return { ok: false, issues: [{ pointer: "", code: "form", message }], isMalformed: true };
  }
  const { values, issues, headers } = found;
  const files = Object.entries(values).filter(([, value]) => isFile(value));
  const read = check();
  if (!read.ok) return { ...read, issues: [...issues, ...read.issues.filter(isNew)] };
  if (issues.length > 0) return { ok: false, issues, isMalformed: false };
  const value = Object.assign({}, read.value, Object.fromEntries(files));
  return { ok: true, value: withHeaders(fields, value, headers) };

  function check(): ReadBody {
    return codec === undefined
      ? { ok: true, value: values }
      : checked(codec, { ...values, ...Object.fromEntries(files.map(withoutFiles)) });
  }

  function isNew(issue: ProblemIssue): boolean {
    return !issues.some((known) => known.pointer === issue.pointer);
  }
}

/** Puts headers beside the values of the parts that they came with. */
function withHeaders(
  fields: FormFields,
  value: object,
  headers: FormValues["headers"] = new Map(),
): object {
  const parts = [...headers].map(([name, [first, ...others]]) => {
    const given: unknown = Reflect.get(value, name);
    if (!fields[name]?.array || !Array.isArray(given))
      return [name, { value: given, headers: first }];
    const all = [first, ...others];
    return [name, given.map((item: unknown, at) => ({ value: item, headers: all[at] }))];
  });
  return { ...value, ...Object.fromEntries(parts) };
}

function withoutFiles([name, value]: [string, unknown]): [string, unknown] {
  return [name, Array.isArray(value) ? value.map(() => "") : ""];
}

/** Reports whether a value is a file or a list of files; those of URL-encoded forms are bytes. */
function isFile(value: unknown): boolean {
  if (Array.isArray(value)) return value.some(isFile);
  return value instanceof File || value instanceof Uint8Array;
}

/** Reads a multipart form. */
function readParts(fields: FormFields, raw: RawBody): FormValues | undefined {
  const parts = readMultipart(raw.contentType, raw.bytes, MAX_FIELDS);
  if (parts === undefined) return undefined;
  const issues: ProblemIssue[] = [];
  const values = new Map<string, unknown>();
  const headers = new Map<string, object[]>();
  const others: FormPart[] = [];
  for (const part of parts) {
    const { name } = part;
    const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
    if (field === undefined || field.style !== undefined) {
      others.push(part);
      continue;
    }
    addValue(field, name, readPart(field, part, issues), { values, issues });
    if (field.headers !== undefined) {
      const before = headers.get(name) ?? [];
      headers.set(name, [...before, readHeaders(field, part, before.length, issues)]);
    }
  }
  const styled = readStyled(fields, others, issues);
  return { values: { ...Object.fromEntries(values), ...styled }, issues, headers };
}

/** Reads and checks the headers of a part, which is the one at `index` of its field. */
function readHeaders(
  { headers = [], array }: FormField,
  { name, rawHeaders }: FormPart,
  index: number,
  issues: ProblemIssue[],
): object {
  const read = readResponseHeaders(headers, rawHeaders);
  const place = fieldIssue(name, "", "").pointer;
  for (const { pointer, code, message } of read.issues) {
    const item = array ? `/${index}` : "";
    issues.push({ pointer: `${place}${item}/headers${pointer}`, code, message });
  }
  return read.values;
}

/** Reads the parts of fields with a style, and refuses those of no field. */
function readStyled(
  fields: FormFields,
  parts: readonly FormPart[],
  issues: ProblemIssue[],
): Readonly<Record<string, unknown>> {
  const descriptors = Object.entries(fields).flatMap(
    ([name, { type, ...field }]): ParameterDescriptor[] =>
      field.style === undefined || type === "file" ? [] : [{ ...field, type, name, in: "query" }],
  );
  const entries = parts.flatMap((part) => {
    const text = textOf(part, issues);
    return text === undefined ? [] : [[part.name, text] as const];
  });
  const read = decodeEntries(descriptors, entries);
  issues.push(...read.issues.map(asFieldIssue));
  return read.values;
}

function readPart(field: FormField, part: FormPart, issues: ProblemIssue[]): unknown {
  const { bytes, filename, contentType } = part;
  if (field.type === "file" || (filename !== undefined && holdsAnything(field))) {
    return new File([bytes], filename ?? "blob", { type: contentType });
  }
  // Browsers can give JSON its type only as a file.
  if (filename !== undefined && field.type !== "json") {
    issues.push(fieldIssue(part.name, "type", "expected text, not a file"));
    return undefined;
  }
  const text = textOf(part, issues);
  if (text === undefined) return undefined;
  const read = readScalar(field.type, text);
  if (read.ok) return read.value;
  issues.push(fieldIssue(part.name, read.code, read.message));
  return undefined;
}

/** Reports whether a field may be of any type, as one whose schema says nothing. */
function holdsAnything({ contentType = "" }: FormField): boolean {
  return contentType.split(",").some((type) => type.trim() === "*/*");
}

function textOf(part: FormPart, issues: ProblemIssue[]): string | undefined {
  const charset = charsetOf(part.contentType) ?? "utf-8";
  try {
    return new TextDecoder(charset, { fatal: true, ignoreBOM: true }).decode(part.bytes);
  } catch {
    issues.push(fieldIssue(part.name, "encoding", "is no text of its charset"));
    return undefined;
  }
}
