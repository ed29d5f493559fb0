import { jsonPointer } from "../json-pointer.ts";
import type { ProblemIssue } from "../problem.ts";

/** Names where a parameter travels. */
export type ParameterIn = "path" | "query" | "header" | "cookie";

/** Reports one wrong parameter, in the form that a problem answer carries. */
export interface ParameterIssue extends ProblemIssue {
  readonly in: ParameterIn;
}

/** The parameters of one location by name, and the issues of those that could not be read. */
export interface DecodedParameters {
  readonly values: Readonly<Record<string, unknown>>;
  readonly issues: readonly ParameterIssue[];
}

const MAX_NAME = 100;

/** Builds an issue that points at a parameter. A long name, which is input, is cut. */
export function parameterIssue(
  location: ParameterIn,
  name: string,
  code: string,
  message: string,
): ParameterIssue {
  const shown = name.length > MAX_NAME ? `${name.slice(0, MAX_NAME).toWellFormed()}…` : name;
  return { in: location, pointer: jsonPointer([shown]), code, message };
}
