// URL-encoded forms: the fields are those of a query, besides files, which are bytes.

import { decodeQuery, type ProblemIssue } from "@specwright/runtime";
import type { ParameterDescriptor } from "@specwright/runtime/codegen";
import { addValue, asFieldIssue, type FormFields, type FormValues } from "./form-values.ts";

/** Reads a form; returns `undefined` if it is not text or has too many fields. */
export function readUrlEncoded(
  fields: FormFields,
  bytes: Uint8Array,
  maxFields: number,
): FormValues | undefined {
  const pieces = textOf(bytes)?.split("&", maxFields + 1);
  if (pieces === undefined || pieces.length > maxFields) return undefined;
  const values = new Map<string, unknown>();
  const issues: ProblemIssue[] = [];
  const others = pieces.filter((piece) => {
    const [name, content = ""] = piece.split(/=(.*)/s, 2);
    const key = name === undefined ? "" : Buffer.from(percentBytes(name)).toString();
    const field = Object.hasOwn(fields, key) ? fields[key] : undefined;
    if (field?.type !== "file") return true;
    addValue(field, key, percentBytes(content), { values, issues });
    return false;
  });
  const descriptors = Object.entries(fields).flatMap(
    ([name, { type, ...field }]): ParameterDescriptor[] =>
      type === "file" ? [] : [{ ...field, type, name, in: "query" }],
  );
  const read = decodeQuery(descriptors, others.join("&"));
  return {
    values: { ...read.values, ...Object.fromEntries(values) },
    issues: [...read.issues.map(asFieldIssue), ...issues],
  };
}

function textOf(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/** Decodes a name or a value to bytes. */
function percentBytes(text: string): Uint8Array {
  const latin1 = Buffer.from(text.replaceAll("+", " ")).toString("latin1");
  const decoded = latin1.replace(/%([0-9a-f]{2})/gi, (_, digits: string) =>
    String.fromCharCode(Number.parseInt(digits, 16)),
  );
  return new Uint8Array(Buffer.from(decoded, "latin1"));
}
