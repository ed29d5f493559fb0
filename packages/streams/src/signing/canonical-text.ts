import { SigningError } from "./signing-error.ts";

/** The parts of a request that the signature covers. */
export interface CanonicalParts {
  /** The path and query, exactly as sent. Do not encode them again. */
  readonly path: string;
  /** The time in RFC 3339 with milliseconds, exactly as in the header. */
  readonly timestamp: string;
  readonly brokerId: string;
  readonly accessKey: string;
}

/** The BLAKE2b-256 of an empty body, in hex. */
export const EMPTY_BODY_DIGEST = "0e5751c026e543b2e8ab2eb06099daa1d1e5df47778f7787faab45cdf12fe3a8";

const ACCESS_KEY = /^[A-Za-z0-9._~-]{1,64}$/;
const PATH = /^\/[\x21-\x7e]*$/;
/**
 * A control character could end a line early, so that the text of one request equals the text of a
 * different request.
 */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what it refuses.
const BROKER_ID = /^[^\x00-\x1f\x7f\u0085\u2028\u2029]+$/;
const TIMESTAMP_LINE = /^[0-9TZ:.+-]+$/;

/** Reports whether a text has the form of an access key. */
export function isAccessKey(text: string): boolean {
  return ACCESS_KEY.test(text);
}

/** Reports whether a text is a valid request target. */
export function isRequestTarget(text: string): boolean {
  return PATH.test(text);
}

/**
 * Returns the text that is signed. It has seven lines, each with a newline at its end: method, path with
 * query, timestamp, an empty idempotency key, broker id, access key, and body digest.
 *
 * @throws SigningError if a part is malformed.
 */
export function canonicalText(parts: CanonicalParts): string {
  if (!isRequestTarget(parts.path)) throw new SigningError("invalid_path");
  if (!TIMESTAMP_LINE.test(parts.timestamp)) throw new SigningError("invalid_timestamp");
  if (!BROKER_ID.test(parts.brokerId) || !parts.brokerId.isWellFormed()) {
    throw new SigningError("invalid_broker_id");
  }
  if (!isAccessKey(parts.accessKey)) throw new SigningError("invalid_access_key");
  const lines = [
    "GET",
    parts.path,
    parts.timestamp,
    "",
    parts.brokerId,
    parts.accessKey,
    EMPTY_BODY_DIGEST,
  ];
  return `${lines.join("\n")}\n`;
}
