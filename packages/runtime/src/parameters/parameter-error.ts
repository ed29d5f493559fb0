import type { ParameterIn, ParameterIssue } from "../codegen/parameter.ts";
import type { ParameterErrorCode } from "../errors/error-codes.ts";
import { SpecwrightError } from "../errors/specwright-error.ts";
import { parameterIssue } from "./parameter-issue.ts";

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
