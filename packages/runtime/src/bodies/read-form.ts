// Reads forms: converts fields to their described types. Then the codec validates the whole form.

import type {
  FormDescriptor,
  FormReader,
  MediaDescriptor,
  PartSource,
  ReceivedBody,
} from "../codegen/body.ts";
import type { FormField } from "../codegen/parameter.ts";
import type { ProblemIssue } from "../errors/problem.ts";
import { checkedValue, fieldNamed, isFile, withoutFiles } from "../media/checked-value.ts";
import { isUrlEncoded, mediaTypeEssence } from "../media/media-type.ts";
import type { Part } from "../multipart/part-splitter.ts";
import { readMultipart } from "../multipart/read-multipart.ts";
import { readPart, readPartHeaders, readPartText } from "../multipart/read-part.ts";
import { receiveWhole } from "../multipart/receive-whole.ts";
import { decodeEntries } from "../parameters/decode-query.ts";
import { firstReading, parseReadings, Readings } from "../parameters/readings.ts";
import {
  addValue,
  asFieldIssue,
  asParameters,
  emptyFields,
  type FormFields,
  type FormValues,
  fieldIssue,
  isNamed,
} from "./form-values.ts";
import { readUrlEncoded } from "./read-url-encoded.ts";

const MAX_FIELDS = 1000;

/**
 * Reads a form into an object. Fields that the document does not describe are kept; the codec of the form
 * decides whether they are allowed.
 */
export const readForm: FormReader = (form, body) => {
  const { fields = {}, codec } = form;
  const found = isUrlEncoded(body.contentType)
    ? readUrlEncoded(form, body.bytes, MAX_FIELDS)
    : readParts(form, body);
  if (found === undefined) {
    const message = `the form cannot be read, or has more than ${MAX_FIELDS} fields`;
    return {
      value: undefined,
      issues: [{ pointer: "", code: "form", message }],
      isMalformed: true,
    };
  }
  const { issues, headers } = found;
  const values = { ...emptyFields(fields), ...found.values };
  const entries = Object.entries(values);
  const plain = entries.map(([name, value]) => [name, withoutFiles(value)] as const);
  const first = Object.fromEntries(plain.map(([name, value]) => [name, firstReading(value)]));
  const parse = (): unknown => parseReadings(Object.fromEntries(plain), (all) => codec?.parse(all));
  const read = checkedValue(codec && { ...codec, parse }, first);
  const files = entries.filter(([, value]) => isFile(value));
  const value = { ...Object(read.value), ...Object.fromEntries(files) };
  const known = new Set(issues.map(({ pointer }) => pointer));
  return {
    value: withHeaders(fields, value, headers),
    issues: [...issues, ...read.issues.filter(({ pointer }) => !known.has(pointer))],
    isMalformed: false,
  };
};

/** Reads a form that a client receives as an answer. */
export async function receiveForm(media: MediaDescriptor, source: PartSource): Promise<unknown> {
  if (media.kind !== "form") throw new TypeError(`not a form: ${media.kind}`);
  return await receiveWhole(source, (body) => readForm(media, body));
}

/** Adds the headers of parts to their values. */
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

/** Reads a multipart form. */
function readParts(
  form: FormDescriptor,
  { contentType, bytes }: ReceivedBody,
): FormValues | undefined {
  const { fields = {} } = form;
  const parts = readMultipart(contentType, bytes, MAX_FIELDS);
  if (parts === undefined) return undefined;
  const needsForm = mediaTypeEssence(contentType) === "multipart/form-data";
  const issues: ProblemIssue[] = [];
  const values = new Map<string, unknown>();
  const headers = new Map<string, object[]>();
  const styled: NamedPart[] = [];
  const counts = new Map<string | undefined, number>();
  for (const { name } of parts) counts.set(name, (counts.get(name) ?? 0) + 1);
  for (const part of parts) {
    const { name, isFormData } = part;
    if (name === undefined || (needsForm && !isFormData)) return undefined;
    const field = fieldNamed(form, name);
    const { pointer } = fieldIssue(name, "", "");
    if (isNamed(fields, name) && (field === form.others || field?.style !== undefined)) {
      styled.push({ ...part, name });
      continue;
    }
    if (field?.one !== undefined && counts.get(name) === 1) {
      values.set(name, oneOrList(field, { ...part, name }, issues));
      continue;
    }
    const own = field ?? { type: part.filename === undefined ? "string" : "file" };
    addValue(field, name, readPart(own, part, { pointer, issues }), { values, issues });
    if (field?.headers !== undefined) {
      const before = headers.get(name) ?? [];
      const place = field.array ? `${pointer}/${before.length}` : pointer;
      headers.set(name, [...before, readPartHeaders(field, part, { pointer: place, issues })]);
    }
  }
  const read = readStyled(fields, styled, issues);
  return { values: { ...Object.fromEntries(values), ...read }, issues, headers };
}

type NamedPart = Part & { readonly name: string };

/**
 * Reads a field for which the contract allows one value or a list, and which has one part. A single file is
 * read as one value.
 */
function oneOrList(field: FormField, part: NamedPart, issues: ProblemIssue[]): unknown {
  const { pointer } = fieldIssue(part.name, "", "");
  const read = (
    type: FormField["type"],
  ): { readonly value: unknown; readonly found: ProblemIssue[] } => {
    const found: ProblemIssue[] = [];
    return { value: readPart({ ...field, type }, part, { pointer, issues: found }), found };
  };
  const [one, item] = [read(field.one ?? field.type), read(field.type)];
  if (one.found.length > 0 && item.found.length === 0) return [item.value];
  issues.push(...one.found);
  const isOne = item.found.length > 0 || isFile(one.value);
  return isOne ? one.value : new Readings([one.value, [item.value]]);
}

/** Reads the parts of fields with a style. */
function readStyled(
  fields: FormFields,
  parts: readonly NamedPart[],
  issues: ProblemIssue[],
): FormValues["values"] {
  const entries = parts.flatMap((part) => {
    const { pointer } = fieldIssue(part.name, "", "");
    const text = readPartText(part, { pointer, issues });
    return text === undefined ? [] : [[part.name, text] as const];
  });
  const styled = Object.entries(fields).filter(([, { style }]) => style !== undefined);
  const read = decodeEntries(asParameters(Object.fromEntries(styled)), entries);
  issues.push(...read.issues.map(asFieldIssue));
  return read.values;
}
