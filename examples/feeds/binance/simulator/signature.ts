import { createHmac, timingSafeEqual } from "node:crypto";
import { type ExchangeError, malformed } from "./depth-answer.ts";

export interface AccountKey {
  readonly apiKey: string;
  readonly secretKey: string;
}

const DEFAULT_WINDOW_MS = 5000;
const LONGEST_WINDOW_MS = 60_000;
/** A timestamp above it is in microseconds. */
const LATEST_MILLISECONDS = 100_000_000_000_000;

/**
 * Returns the HMAC-SHA-256 of the parameters but `signature`, sorted by name and written as
 * `name=value&…`, in hexadecimal.
 */
export function signParameters(
  parameters: Readonly<Record<string, unknown>>,
  secretKey: string,
): string {
  const text = Object.keys(parameters)
    .filter((name) => name !== "signature")
    .sort()
    .map((name) => `${name}=${parameters[name]}`)
    .join("&");
  return createHmac("sha256", secretKey).update(text).digest("hex");
}

/** Returns what is wrong with a signed request that arrives at `nowMs`, or undefined. */
export function signatureProblem(
  parameters: Readonly<Record<string, unknown>>,
  key: AccountKey,
  nowMs: number,
): ExchangeError | undefined {
  const { apiKey, timestamp, signature, recvWindow = DEFAULT_WINDOW_MS } = parameters;
  if (typeof apiKey !== "string" || apiKey === "") return malformed("apiKey");
  if (typeof timestamp !== "number" || !Number.isInteger(timestamp)) return malformed("timestamp");
  if (typeof signature !== "string" || signature === "") return malformed("signature");
  if (typeof recvWindow !== "number" || recvWindow < 0) return malformed("recvWindow");
  if (recvWindow > LONGEST_WINDOW_MS) {
    return { code: -1131, msg: `recvWindow must be less than ${LONGEST_WINDOW_MS}` };
  }
  const sentMs = timestamp > LATEST_MILLISECONDS ? timestamp / 1000 : timestamp;
  if (sentMs >= nowMs + 1000) {
    return {
      code: -1021,
      msg: "Timestamp for this request was 1000ms ahead of the server's time.",
    };
  }
  if (nowMs - sentMs > recvWindow) {
    return { code: -1021, msg: "Timestamp for this request is outside of the recvWindow." };
  }
  if (apiKey !== key.apiKey) {
    return { code: -2015, msg: "Invalid API-key, IP, or permissions for action." };
  }
  const wanted = Buffer.from(signParameters(parameters, key.secretKey));
  const got = Buffer.from(signature.toLowerCase());
  if (wanted.length === got.length && timingSafeEqual(wanted, got)) return undefined;
  return { code: -1022, msg: "Signature for this request is not valid." };
}
