/** Configures any Specwright error. */
export interface SpecwrightErrorOptions {
  /** What brought it about, if another error did. */
  readonly cause?: unknown;
}

/**
 * Is the base of every error these packages throw on purpose. `code` is from a closed set per
 * subclass (see `errorCodes`); the message begins with it, because log viewers often show only
 * the message.
 */
export class SpecwrightError<Code extends string = string> extends Error {
  override readonly name: string = "SpecwrightError";
  readonly code: Code;

  constructor(code: Code, message: string, options: SpecwrightErrorOptions = {}) {
    super(`${code}: ${message}`, "cause" in options ? { cause: options.cause } : undefined);
    this.code = code;
  }
}

const NAMES: ReadonlySet<string> = new Set([
  "SpecwrightError",
  "BookError",
  "CodecError",
  "ConformanceError",
  "CursorError",
  "DecimalError",
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
  "StreamError",
  "TailError",
  "UnavailableError",
]);

/**
 * Tells whether a value is an error of this family, by name and shape, so that it also holds for
 * an error of another copy of this package.
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
