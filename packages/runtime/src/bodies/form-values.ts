// Functions for the readers of multipart forms and of URL-encoded forms.

import type { FormField, ParameterDescriptor } from "../codegen/parameter.ts";
import type { ProblemIssue } from "../errors/problem.ts";
import { jsonPointer } from "../json/json-pointer.ts";
import { toWellFormed } from "../text/strings.ts";

/** The fields of a form, as the contract describes them. */
export type FormFields = Readonly<Record<string, FormField>>;

/** The values of a form before validation, and the issues about values that cannot be read. */
export interface FormValues {
  readonly values: Readonly<Record<string, unknown>>;
  readonly issues: readonly ProblemIssue[];
  /**
   * For each field, the headers of its parts in their order. Contains only fields whose description has
   * headers.
   */
  readonly headers?: ReadonlyMap<string, readonly object[]>;
}

/** Returns the fields as descriptors of query parameters, without the files. */
export function asParameters(fields: FormFields): readonly ParameterDescriptor[] {
  return Object.entries(fields).flatMap(([name, { type, one, required, ...field }]) => {
    if (type === "file") return [];
    const alone = one === undefined || one === "file" ? {} : { one };
    return [{ ...field, ...alone, type, name, in: "query" as const }];
  });
}

/**
 * Returns an empty list or object for each required field. A form cannot express an empty list or object,
 * so a missing field means an empty one.
 */
export function emptyFields(fields: FormFields): object {
  const required = Object.entries(fields).filter(([, field]) => field.required);
  return Object.fromEntries(
    required.map(([name, { array, nested }]) => {
      const isList = array ?? (typeof nested === "object" && nested.items !== undefined);
      return [name, isList ? [] : {}];
    }),
  );
}

/**
 * Reports whether the name belongs to a documented field, or to a member of a documented field that is an
 * object.
 */
export function isNamed(fields: FormFields, name: string): boolean {
  if (Object.hasOwn(fields, name)) return true;
  return Object.entries(fields).some(([key, field]) => {
    const { style, explode, properties, additional, nested } = field;
    if (style === undefined) return false;
    if (style === "deepObject" && (properties ?? nested)) return name.startsWith(`${key}[`);
    const isSpread = style === "form" && explode !== false && properties !== undefined;
    return isSpread && (additional !== undefined || Object.hasOwn(properties, name));
  });
}

/** Creates an issue that points at a field. Cuts a long name, since the name is input. */
export function fieldIssue(name: string, code: string, message: string): ProblemIssue {
  return { pointer: jsonPointer([toWellFormed(name.slice(0, 100))]), code, message };
}

/** Converts an issue of a parameter to one of a field. */
export function asFieldIssue({ pointer, code, message }: ProblemIssue): ProblemIssue {
  return { pointer, code, message: code === "unknown_key" ? "unknown field" : message };
}

/** Adds a value to a field. A described field that is not a list may occur only once. */
export function addValue(
  field: Pick<FormField, "array"> | undefined,
  name: string,
  value: unknown,
  into: { readonly values: Map<string, unknown>; readonly issues: ProblemIssue[] },
): void {
  const { values, issues } = into;
  const known = values.get(name);
  if (field?.array) values.set(name, Array.isArray(known) ? [...known, value] : [value]);
  else if (!values.has(name)) values.set(name, value);
  else if (field === undefined) values.set(name, [known, value].flat());
  else issues.push(fieldIssue(name, "repeated", "given more than once"));
}
