// Forms: fields are converted by their described types, then the whole is validated by its codec.

import type { FormReader, MediaDescriptor, PartSource, ReceivedBody } from "../codegen/body.ts";
import type { ParameterDescriptor } from "../codegen/parameter.ts";
import type { ProblemIssue } from "../errors/problem.ts";
import { checkedValue, isFile, withoutFiles } from "../media/checked-value.ts";
import { isUrlEncoded, mediaTypeEssence } from "../media/media-type.ts";
import type { Part } from "../multipart/part-splitter.ts";
import { readMultipart } from "../multipart/read-multipart.ts";
import { readPart, readPartHeaders, textOf } from "../multipart/read-part.ts";
import { receiveWhole } from "../multipart/receive-whole.ts";
import { decodeEntries } from "../parameters/decode-query.ts";
import {
  addValue,
  asFieldIssue,
  type FormFields,
  type FormValues,
  fieldIssue,
} from "./form-values.ts";
import { readUrlEncoded } from "./read-url-encoded.ts";

const MAX_FIELDS = 1000;

/** Reads a form into an object. Fields that the document does not describe are issues. */
export const readForm: FormReader = /* @__PURE__ */ formReader(false);

const readOpenForm: FormReader = /* @__PURE__ */ formReader(true);

/** Receives a form as an answer. Fields that the document does not describe are kept. */
export async function receiveForm(media: MediaDescriptor, source: PartSource): Promise<unknown> {
  if (media.kind !== "form") throw new TypeError(`not a form: ${media.kind}`);
  return await receiveWhole(source, (body) => readOpenForm(media, body));
}

function formReader(isOpen: boolean): FormReader {
  return ({ fields = {}, codec }, body) => {
    const found = isUrlEncoded(body.contentType)
      ? readUrlEncoded(fields, body.bytes, MAX_FIELDS)
      : readParts(fields, body, isOpen);
    if (found === undefined) {
      const message = `the form cannot be read, or has more than ${MAX_FIELDS} fields`;
      return {
        value: undefined,
        issues: [{ pointer: "", code: "form", message }],
        isMalformed: true,
      };
    }
    const { values, issues, headers } = found;
    const entries = Object.entries(values);
    const plain = entries.map(([name, value]) => [name, withoutFiles(value)] as const);
    const read = checkedValue(codec, Object.fromEntries(plain));
    const files = entries.filter(([, value]) => isFile(value));
    const value = Object.assign({}, read.value, Object.fromEntries(files));
    return {
      value: withHeaders(fields, value, headers),
      issues: [...issues, ...read.issues.filter(isNew)],
      isMalformed: false,
    };

    function isNew(issue: ProblemIssue): boolean {
      return !issues.some((known) => known.pointer === issue.pointer);
    }
  };
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

/** Reads a multipart form. */
function readParts(
  fields: FormFields,
  { contentType, bytes }: ReceivedBody,
  isOpen: boolean,
): FormValues | undefined {
  const parts = readMultipart(contentType, bytes, MAX_FIELDS);
  if (parts === undefined) return undefined;
  const needsForm = mediaTypeEssence(contentType) === "multipart/form-data";
  const issues: ProblemIssue[] = [];
  const values = new Map<string, unknown>();
  const headers = new Map<string, object[]>();
  const others: NamedPart[] = [];
  for (const part of parts) {
    const { name, isFormData } = part;
    if (name === undefined || (needsForm && !isFormData)) return undefined;
    const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
    if (field === undefined || field.style !== undefined) {
      others.push({ ...part, name });
      continue;
    }
    const { pointer } = fieldIssue(name, "", "");
    addValue(field, name, readPart(field, part, { pointer, issues }), { values, issues });
    if (field.headers !== undefined) {
      const before = headers.get(name) ?? [];
      const place = field.array ? `${pointer}/${before.length}` : pointer;
      headers.set(name, [...before, readPartHeaders(field, part, { pointer: place, issues })]);
    }
  }
  const styled = readStyled(
    fields,
    others.filter(({ name }) => isStyled(fields, name)),
    issues,
  );
  const unknown = others.filter(({ name }) => !isStyled(fields, name));
  if (!isOpen) {
    issues.push(...unknown.map(({ name }) => fieldIssue(name, "unknown_key", "unknown field")));
  }
  return {
    values: {
      ...Object.fromEntries(isOpen ? unknown.map(undescribed) : []),
      ...Object.fromEntries(values),
      ...styled,
    },
    issues,
    headers,
  };
}

type NamedPart = Part & { readonly name: string };

/** Reports whether a part may be one of a field with a style, which can be several. */
function isStyled(fields: FormFields, name: string): boolean {
  return Object.entries(fields).some(([key, { style, explode, properties, additional }]) => {
    if (style === undefined) return false;
    if (name === key || (style === "deepObject" && name.startsWith(`${key}[`))) return true;
    const isSpread = style === "form" && explode !== false && properties !== undefined;
    return isSpread && (additional !== undefined || Object.hasOwn(properties, name));
  });
}

/** Returns a part that the document does not describe: a file, or text. */
function undescribed(part: NamedPart): readonly [name: string, value: unknown] {
  const type = part.filename === undefined ? "string" : "file";
  return [part.name, readPart({ type }, part, { pointer: "", issues: [] })];
}

/** Reads the parts of fields with a style. */
function readStyled(
  fields: FormFields,
  parts: readonly NamedPart[],
  issues: ProblemIssue[],
): FormValues["values"] {
  const descriptors = Object.entries(fields).flatMap(
    ([name, { type, ...field }]): ParameterDescriptor[] =>
      field.style === undefined || type === "file" ? [] : [{ ...field, type, name, in: "query" }],
  );
  const entries = parts.flatMap((part) => {
    const { pointer } = fieldIssue(part.name, "", "");
    const text = textOf(part, { pointer, issues });
    return text === undefined ? [] : [[part.name, text] as const];
  });
  const read = decodeEntries(descriptors, entries);
  issues.push(...read.issues.map(asFieldIssue));
  return read.values;
}
