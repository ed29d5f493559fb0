import { SpecwrightError } from "@specwright/runtime";

/** The meaning of error codes of the platform and of PostgreSQL, in words. */
const REASONS: ReadonlyMap<string, string> = new Map([
  ["ECONNREFUSED", "connection refused"],
  ["ECONNRESET", "connection lost"],
  ["EPIPE", "connection lost"],
  ["ENOTFOUND", "unknown host"],
  ["EAI_AGAIN", "unknown host: DNS does not answer"],
  ["ETIMEDOUT", "no answer"],
  ["EHOSTUNREACH", "no route to the host"],
  ["ENETUNREACH", "no route to the network"],
  ["28P01", "wrong user or password"],
  ["28000", "this user is not allowed to connect"],
  ["3D000", "unknown database"],
  ["53300", "too many connections"],
  ["57P03", "the server is starting or stopping"],
]);

/** Describes briefly why something failed. Uses the words of the platform or the server. */
export function outageReason(error: unknown): string {
  if (!(error instanceof Error)) return `${error}`;
  const isOwnError = error instanceof SpecwrightError;
  const code = !isOwnError && "code" in error && typeof error.code === "string" ? error.code : "";
  if (code !== "") return `${REASONS.get(code) ?? error.message} (${code})`;
  const { cause } = error;
  // Drivers may wrap an error in an error without a code. The inner error is then more specific.
  const isBetter = isOwnError ? cause !== undefined : cause instanceof Error && "code" in cause;
  return isBetter ? outageReason(cause) : error.message;
}
