// What the readers of both kinds of forms have in common.

import type { FormField } from "../codegen/body.ts";
import type { ProblemIssue } from "../errors/problem.ts";
import { jsonPointer } from "../json/json-pointer.ts";
import { toWellFormed } from "../text/strings.ts";

/** The fields of a form, as the contract describes them. */
export type FormFields = Readonly<Record<string, FormField>>;

/** The values of a form before they are validated, and the issues of those that cannot be read. */
export interface FormValues {
  readonly values: Readonly<Record<string, unknown>>;
  readonly issues: readonly ProblemIssue[];
  /** The headers of parts by field, in the order of the parts; for fields that describe any. */
  readonly headers?: ReadonlyMap<string, readonly object[]>;
}

/** Creates an issue that points at a field. Cuts a long name, since the name is input. */
export function fieldIssue(name: string, code: string, message: string): ProblemIssue {
  return { pointer: jsonPointer([toWellFormed(name.slice(0, 100))]), code, message };
}

/** Converts an issue of a parameter to one of a field. */
export function asFieldIssue({ pointer, code, message }: ProblemIssue): ProblemIssue {
  return { pointer, code, message: code === "unknown_key" ? "unknown field" : message };
}

/** Adds the value of a field; one that is not a list may be given once. */
export function addValue(
  { array }: FormField,
  name: string,
  value: unknown,
  into: { readonly values: Map<string, unknown>; readonly issues: ProblemIssue[] },
): void {
  const { values, issues } = into;
  const known = values.get(name);
  if (array) values.set(name, Array.isArray(known) ? [...known, value] : [value]);
  else if (!values.has(name)) values.set(name, value);
  else issues.push(fieldIssue(name, "repeated", "given more than once"));
}
