import type { ParameterIn, ParameterIssue } from "../codegen/parameter.ts";
import { jsonPointer } from "../json/json-pointer.ts";
import { toWellFormed } from "../text/well-formed.ts";

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
