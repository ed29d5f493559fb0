import { LogError, type LogErrorCode } from "../log-error.ts";

const WRONG_LAST_SEQUENCE = 10_071;
const STREAM_NOT_FOUND = 10_059;
/** Codes of JetStream: insufficient resources, storage exceeded, maximum of messages or bytes exceeded. */
const FULL: ReadonlySet<number> = new Set([10_023, 10_047, 10_077, 10_122]);

/** An error in an answer of the server. */
export interface ServerError {
  readonly err_code: number;
  readonly description: string;
}

/** Reads the error in an answer. Returns undefined if the answer has none. */
export function readServerError(value: unknown): ServerError | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  const error = "error" in value ? value.error : value;
  if (typeof error !== "object" || error === null || !("err_code" in error)) return undefined;
  const description = "description" in error ? String(error.description) : "";
  return { err_code: Number(error.err_code), description };
}

/** Reports whether an error says that the stream is missing. */
export function isStreamMissing(error: unknown): boolean {
  return apiCode(error) === STREAM_NOT_FOUND;
}

/** Codes of JetStream: no suitable peers, and temporarily unavailable. */
const NOT_NOW: ReadonlySet<number> = new Set([10_005, 10_008]);

/** Reports whether a retry may succeed, because there was no answer or no leader. */
export function mayAnswerLater(error: unknown): boolean {
  const code = apiCode(error);
  if (code !== undefined) return NOT_NOW.has(code);
  return error instanceof Error && /^(TimeoutError|RequestError)$/.test(error.name);
}

/** Returns the code of the server in an error of the JetStream client. */
export function apiCode(error: unknown): number | undefined {
  return error instanceof Error && "code" in error && typeof error.code === "number"
    ? error.code
    : undefined;
}

/** Converts an error with which the server refused a message to a `LogError`. */
export function publishError({ err_code, description }: ServerError): LogError {
  const code: LogErrorCode =
    err_code === WRONG_LAST_SEQUENCE
      ? "sequence_conflict"
      : FULL.has(err_code)
        ? "log_full"
        : "log_unavailable";
  return new LogError(code, `the server answered with error ${err_code}: ${description}`);
}

/** Converts an error of an API call to a `LogError`. */
export function callError(error: unknown): LogError {
  if (error instanceof LogError) return error;
  const server = readServerError({ err_code: apiCode(error), description: String(error) });
  if (server !== undefined && FULL.has(server.err_code)) return publishError(server);
  const message = error instanceof Error ? error.message : String(error);
  return new LogError("log_unavailable", `NATS: ${message}`, { cause: error });
}
