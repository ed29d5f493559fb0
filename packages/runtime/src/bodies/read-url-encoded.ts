// URL-encoded forms: fields are read like query parameters, and files as bytes.

import type { DescribedFields, ParameterDescriptor } from "../codegen/parameter.ts";
import type { ProblemIssue } from "../errors/problem.ts";
import { fieldNamed } from "../media/checked-value.ts";
import { decodeQuery } from "../parameters/decode-query.ts";
import { addValue, asFieldIssue, asParameters, type FormValues, isNamed } from "./form-values.ts";

/** Reads a form; returns `undefined` if it is not text or has too many fields. */
export function readUrlEncoded(
  form: DescribedFields,
  bytes: Uint8Array,
  maxFields: number,
): FormValues | undefined {
  const { fields = {}, others } = form;
  const pieces = decodeUtf8Text(bytes)?.split("&", maxFields + 1);
  if (pieces === undefined || pieces.length > maxFields) return undefined;
  const values = new Map<string, unknown>();
  const issues: ProblemIssue[] = [];
  const unnamed = new Map<string, ParameterDescriptor>();
  const texts = pieces.filter((piece) => {
    const [name, content = ""] = piece.split(/=(.*)/s, 2);
    const key = name === undefined ? "" : new TextDecoder().decode(percentBytes(name));
    const field = fieldNamed(form, key);
    const isText = field?.type !== "file" || (field === others && isNamed(fields, key));
    if (!isText) addValue(field, key, percentBytes(content), { values, issues });
    else if (!isNamed(fields, key)) {
      const isRepeated = others === undefined && unnamed.has(key);
      const [described] = asParameters({ [key]: others ?? { type: "string" } });
      if (described !== undefined)
        unnamed.set(key, isRepeated ? { ...described, array: true } : described);
    }
    return isText;
  });
  const read = decodeQuery([...asParameters(fields), ...unnamed.values()], texts.join("&"));
  return {
    values: { ...read.values, ...Object.fromEntries(values) },
    issues: [...read.issues.map(asFieldIssue), ...issues],
  };
}

function decodeUtf8Text(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/**
 * Decodes a name or a value to bytes. A percent sign that two hexadecimal digits do not follow is kept.
 */
function percentBytes(text: string): Uint8Array {
  const raw = new TextEncoder().encode(text.replaceAll("+", " "));
  const bytes = new Uint8Array(raw.byteLength);
  let length = 0;
  for (let at = 0; at < raw.byteLength; at += 1) {
    const escaped = raw[at] === 0x25 ? escapedByte(raw, at) : undefined;
    bytes[length] = escaped ?? raw[at] ?? 0;
    length += 1;
    if (escaped !== undefined) at += 2;
  }
  return bytes.subarray(0, length);
}

function escapedByte(bytes: Uint8Array, at: number): number | undefined {
  const digits = String.fromCharCode(bytes[at + 1] ?? 0, bytes[at + 2] ?? 0);
  return /^[0-9a-f]{2}$/i.test(digits) ? Number.parseInt(digits, 16) : undefined;
}
