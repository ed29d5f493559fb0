import { jsonPointer } from "../json-pointer.ts";
import type { ProblemIssue } from "../problem.ts";
import { toWellFormed } from "../well-formed.ts";

/** The location of a parameter. */
export type ParameterIn = "path" | "query" | "header" | "cookie";

/** An issue with one parameter, in the form that a problem response contains. */
export interface ParameterIssue extends ProblemIssue {
  readonly in: ParameterIn;
}

/** The parameters of one location by name, and the issues of those that could not be read. */
export interface DecodedParameters {
  readonly values: Readonly<Record<string, unknown>>;
  readonly issues: readonly ParameterIssue[];
}

const MAX_NAME = 100;

/** Creates an issue that points at a parameter. Cuts a long name, since the name is input. */
export function parameterIssue(
  location: ParameterIn,
  name: string,
  code: string,
  message: string,
): ParameterIssue {
  const shown = name.length > MAX_NAME ? `${toWellFormed(name.slice(0, MAX_NAME))}…` : name;
  return { in: location, pointer: jsonPointer([shown]), code, message };
}
