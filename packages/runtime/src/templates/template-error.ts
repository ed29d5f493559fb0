import type { TemplateErrorCode } from "../errors/error-codes.ts";
import { SpecwrightError } from "../errors/specwright-error.ts";

/** Thrown for a template that is malformed or cannot be filled. The message never contains values. */
export class TemplateError extends SpecwrightError<TemplateErrorCode> {
  override readonly name: string = "TemplateError";
}
