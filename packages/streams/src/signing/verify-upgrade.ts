import { hexToBytes } from "@noble/hashes/utils.js";
import type { Clock } from "@specwright/runtime";
import { canonicalText, isAccessKey, isRequestTarget } from "./canonical-text.ts";
import { equalBytes } from "./equal-bytes.ts";
import type { ReplayCache } from "./replay-cache.ts";
import { secretKeyBytes } from "./secret-key.ts";
import { computeHmac } from "./sign-upgrade.ts";
import { parseTimestamp } from "./timestamp.ts";
import { type RequestHeaders, readUpgradeHeaders } from "./upgrade-headers.ts";

/** Why an upgrade is refused. The status is 401 for each reason. */
export type VerifyFailureCode =
  | "missing_header"
  | "malformed_header"
  | "bad_timestamp"
  | "clock_skew"
  | "unknown_key"
  | "bad_signature"
  | "revoked"
  | "replayed";

/** The meaning of each code, for the client. */
export const verifyFailureCodes: Readonly<Record<VerifyFailureCode, string>> = {
  missing_header: "One of the three headers is missing.",
  malformed_header: "A header or the path is malformed or given twice.",
  bad_timestamp: "The timestamp is not RFC 3339 with milliseconds.",
  clock_skew: "The timestamp is too far from the server's clock.",
  unknown_key: "The access key is unknown.",
  bad_signature: "The signature does not match the request.",
  revoked: "The access key was revoked or has expired.",
  replayed: "The signature was used before.",
};

/** An access key with its secret, as a server stores it. */
export interface AccessKeyRecord {
  /** 64 hex characters. */
  readonly secretKey: string;
  readonly brokerId: string;
  /** Whether the key was revoked or has expired. */
  readonly revoked?: boolean;
}

/** An upgrade request, and the settings for the verification. */
export interface VerifyUpgradeInput {
  /** The headers. Prefer `rawHeaders` of Node, which shows headers that occur twice. */
  readonly headers: RequestHeaders;
  /** The path and query as received: `request.url` in Node. */
  readonly path: string;
  readonly lookupKey: (
    accessKey: string,
  ) => AccessKeyRecord | undefined | Promise<AccessKeyRecord | undefined>;
  readonly clock: Pick<Clock, "now">;
  /** How far the timestamp may differ from the clock, in milliseconds. Default 300,000. */
  readonly skewMs?: number;
  /**
   * Refuses signatures that were used before. Without it, a request can be replayed while its timestamp is
   * valid.
   */
  readonly replayCache?: ReplayCache;
}

/** The key and broker of the client, or why the upgrade is refused. */
export type VerifyUpgradeResult =
  | { readonly ok: true; readonly accessKey: string; readonly brokerId: string }
  | { readonly ok: false; readonly code: VerifyFailureCode; readonly detail: string };

/** Used instead of an unknown key, so that verifying takes as long as with a known key. */
const NOBODY: AccessKeyRecord = { secretKey: "0".repeat(64), brokerId: "nobody" };

/**
 * Verifies the signature of an upgrade. Only a client that has the secret can find out that its key is
 * revoked. Rejects only if `lookupKey` or the replay cache rejects, or if a stored key is malformed.
 *
 * @example
 * ```ts
 * const result = await verifyUpgrade({
 *   headers: request.rawHeaders,
 *   path: request.url,
 *   lookupKey: (accessKey) => keys.get(accessKey),
 *   clock: systemClock,
 * });
 * if (!result.ok) console.log(401, result.code);
 * ```
 */
export async function verifyUpgrade(input: VerifyUpgradeInput): Promise<VerifyUpgradeResult> {
  const { path, lookupKey, clock, skewMs = 300_000, replayCache } = input;
  const read = readUpgradeHeaders(input.headers);
  if (!read.ok) return verifyFailure(read.code, read.detail);
  const { accessKey, timestamp, signature } = read;
  if (!isAccessKey(accessKey)) return verifyFailure("malformed_header", "PRE-ACCESS-KEY");
  if (!/^[0-9a-f]{64}$/.test(signature))
    return verifyFailure("malformed_header", "PRE-ACCESS-SIGNATURE");
  if (!isRequestTarget(path)) return verifyFailure("malformed_header", "request target");

  const timeMs = parseTimestamp(timestamp);
  if (timeMs === undefined) return verifyFailure("bad_timestamp");
  const aheadMs = timeMs - clock.now();
  if (Math.abs(aheadMs) > skewMs) return verifyFailure("clock_skew", skewDetail(aheadMs, skewMs));

  const record = await lookupKey(accessKey);
  const { secretKey, brokerId } = record ?? NOBODY;
  const text = canonicalText({ path, timestamp, brokerId, accessKey });
  const matches = equalBytes(computeHmac(text, secretKeyBytes(secretKey)), hexToBytes(signature));
  if (record === undefined) return verifyFailure("unknown_key");
  if (!matches) return verifyFailure("bad_signature");
  if (record.revoked === true) return verifyFailure("revoked");
  if (await replayCache?.seen(signature, timeMs + skewMs + 1)) return verifyFailure("replayed");
  return { ok: true, accessKey, brokerId };
}

function verifyFailure(code: VerifyFailureCode, what?: string): VerifyUpgradeResult {
  const sentence = verifyFailureCodes[code];
  return { ok: false, code, detail: what === undefined ? sentence : `${sentence} (${what})` };
}

function skewDetail(aheadMs: number, skewMs: number): string {
  const side = aheadMs > 0 ? "ahead" : "behind";
  return `${Math.abs(aheadMs)} ms ${side}, ${skewMs} ms allowed`;
}
