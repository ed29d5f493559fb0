import type { JsonErrorCode } from "../errors/error-codes.ts";
import { SpecwrightError, type SpecwrightErrorOptions } from "../errors/specwright-error.ts";

/** The position of a JSON error in the text. */
export interface JsonErrorOptions extends SpecwrightErrorOptions {
  /** UTF-16 code units from the start. */
  readonly offset?: number;
  /** Counted from 1. */
  readonly line?: number;
  /**
   * At most 200 bytes of the input around the offset. It may contain secrets: do not show it to
   * others.
   */
  readonly excerpt?: string;
}

/** Thrown for text that `parseJson` refuses, or a value that `stringifyJson` refuses. */
export class JsonError extends SpecwrightError<JsonErrorCode> {
  override readonly name: string = "JsonError";
  readonly offset?: number;
  readonly line?: number;
  readonly excerpt?: string;

  constructor(code: JsonErrorCode, message: string, options: JsonErrorOptions = {}) {
    const { cause, ...place } = options;
    super(code, message, options);
    Object.assign(this, place);
  }
}
