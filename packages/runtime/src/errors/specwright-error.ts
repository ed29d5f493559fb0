/** Options for all Specwright errors. */
export interface SpecwrightErrorOptions {
  /** The error that caused this error, if there is one. */
  readonly cause?: unknown;
}

/**
 * The base class of all errors that these packages throw on purpose. Each subclass has a closed set
 * of codes (see `errorCodes`). The message begins with the code, because log viewers often show
 * only the message.
 */
export class SpecwrightError<Code extends string = string> extends Error {
  override readonly name: string = "SpecwrightError";
  readonly code: Code;

  constructor(code: Code, message: string, options: SpecwrightErrorOptions = {}) {
    super(`${code}: ${message}`, options);
    this.code = code;
  }
}

const NAMES: ReadonlySet<string> = new Set([
  "AnswerError",
  "SpecwrightError",
  "BookError",
  "CodecError",
  "ConformanceError",
  "CursorError",
  "DatabaseError",
  "DecimalError",
  "FeedServerError",
  "JsonError",
  "LogError",
  "NotImplementedError",
  "ParameterError",
  "ProblemError",
  "PublishError",
  "PublishRefusal",
  "RestError",
  "RestServerError",
  "SigningError",
  "SqlError",
  "StreamError",
  "TailError",
  "TemplateError",
  "TemporalError",
  "UnavailableError",
]);

/**
 * Reports whether a value is a `SpecwrightError`. Checks the name and the shape, so that it also recognises
 * errors that a different copy of this package has created.
 */
export function isSpecwrightError(value: unknown): value is SpecwrightError {
  return (
    typeof value === "object" &&
    value !== null &&
    "name" in value &&
    typeof value.name === "string" &&
    NAMES.has(value.name) &&
    "code" in value &&
    typeof value.code === "string" &&
    "message" in value &&
    typeof value.message === "string"
  );
}
