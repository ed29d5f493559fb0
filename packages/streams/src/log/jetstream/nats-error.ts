import { LogError, type LogErrorCode } from "../log-error.ts";

const WRONG_LAST_SEQUENCE = 10_071;
const STREAM_NOT_FOUND = 10_059;
/** Insufficient resources, storage exceeded, maximum messages or bytes exceeded. */
const FULL: ReadonlySet<number> = new Set([10_023, 10_047, 10_077, 10_122]);

/** An error in the form in which the server sends it. */
export interface ServerError {
  readonly err_code: number;
  readonly description: string;
}

/** Reads the error from an answer, if it contains one. */
export function readServerError(value: unknown): ServerError | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  const error = "error" in value ? value.error : value;
  if (typeof error !== "object" || error === null || !("err_code" in error)) return undefined;
  const description = "description" in error ? String(error.description) : "";
  return { err_code: Number(error.err_code), description };
}

/** Reports whether an error means that the server does not have the stream. */
export function isStreamMissing(error: unknown): boolean {
  return apiCode(error) === STREAM_NOT_FOUND;
}

/** "No suitable peers" and "JetStream system temporarily unavailable". */
const NOT_NOW: ReadonlySet<number> = new Set([10_005, 10_008]);

/**
 * Reports whether a call may succeed when it is repeated: there was no answer, or there is no
 * leader.
 */
export function mayAnswerLater(error: unknown): boolean {
  const code = apiCode(error);
  if (code !== undefined) return NOT_NOW.has(code);
  return error instanceof Error && /^(TimeoutError|RequestError)$/.test(error.name);
}

/** Returns the code that the server gave to an error thrown by the JetStream client. */
export function apiCode(error: unknown): number | undefined {
  return error instanceof Error && "code" in error && typeof error.code === "number"
    ? error.code
    : undefined;
}

/** Converts the server's refusal of a publish into a `LogError`. */
export function publishError({ err_code, description }: ServerError): LogError {
  const code: LogErrorCode =
    err_code === WRONG_LAST_SEQUENCE
      ? "sequence_conflict"
      : FULL.has(err_code)
        ? "log_full"
        : "log_unavailable";
  return new LogError(code, `the server answered with error ${err_code}: ${description}`);
}

/** Converts an error thrown by an API call of the client into a `LogError`. */
export function callError(error: unknown): LogError {
  if (error instanceof LogError) return error;
  const server = readServerError({ err_code: apiCode(error), description: String(error) });
  if (server !== undefined && FULL.has(server.err_code)) return publishError(server);
  const message = error instanceof Error ? error.message : String(error);
  return new LogError("log_unavailable", `NATS: ${message}`, { cause: error });
}
