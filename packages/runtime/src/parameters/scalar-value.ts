// The value of a parameter that is neither a list nor an object, and not JSON: most are such. What
// encodes only these is separate from `value-texts`, so that a bundle contains no more than it needs.

import type {
  ParameterIn,
  ParameterIssue,
  ParameterType,
  TextDescriptor,
} from "../codegen/parameter.ts";
import { ParameterError } from "./parameter-error.ts";
import { parameterIssue } from "./parameter-issue.ts";
import { type ReadScalar, readPlain, writePlain } from "./scalar-text.ts";

/** Returns the parameter's value among `values`; `undefined` if it is absent. */
export function givenValue({ name }: TextDescriptor, values: object): unknown {
  // A parameter may be named `toString`.
  return Object.hasOwn(values, name) ? Reflect.get(values, name) : undefined;
}

/**
 * Converts the parameter's value among `values` to text; `undefined` if it is absent.
 *
 * @throws ParameterError if the value cannot be sent.
 */
export function scalarText(
  location: ParameterIn,
  descriptor: TextDescriptor,
  values: object,
): string | undefined {
  const value = givenValue(descriptor, values);
  if (value === undefined || value === null) return undefined;
  const { type = "string" } = descriptor;
  const text = type === "json" ? undefined : writePlain(type, value);
  return sendable(location, descriptor, type, text);
}

/** Returns the text of a value. Throws `ParameterError` if there is none. */
export function sendable(
  location: ParameterIn,
  { name }: TextDescriptor,
  type: ParameterType,
  text: string | undefined,
): string {
  if (text !== undefined) return text;
  throw new ParameterError(location, name, "type", `expected ${type} to send`);
}

/** Parses the text of a value, and adds an issue to `issues` if it is invalid. */
export function readScalarText(
  location: ParameterIn,
  { name, type = "string" }: TextDescriptor,
  text: string,
  issues: ParameterIssue[],
): unknown {
  const read: ReadScalar =
    type === "json"
      ? { ok: false, code: "type", message: "cannot be read" }
      : readPlain(type, text);
  return valueOrIssue(location, name, read, issues);
}

/** Returns the value that was read, or adds an issue to `issues`. */
export function valueOrIssue(
  location: ParameterIn,
  name: string,
  read: ReadScalar,
  issues: ParameterIssue[],
): unknown {
  if (read.ok) return read.value;
  issues.push(parameterIssue(location, name, read.code, read.message));
  return undefined;
}
