import type { ParameterIn, ParameterIssue } from "../codegen/parameter.ts";
import type { ParameterErrorCode } from "../errors/error-codes.ts";
import { SpecwrightError } from "../errors/specwright-error.ts";
import { jsonPointer } from "../json/json-pointer.ts";
import { toWellFormed } from "../text/strings.ts";

/** Thrown for a parameter that cannot be sent. Never quotes the value. */
export class ParameterError extends SpecwrightError<ParameterErrorCode> {
  override readonly name: string = "ParameterError";
  readonly issue: ParameterIssue;

  constructor(location: ParameterIn, name: string, code: string, message: string) {
    const issue = parameterIssue(location, name, code, message);
    super("invalid_parameter", `${message}, at ${issue.in} ${issue.pointer}`);
    this.issue = issue;
  }
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
