import { constants, verify } from "node:crypto";
import type { SimulatedAnswer, SimulatedRequest } from "../../simulator.ts";

/** A key of a user. */
export interface AccessKey {
  readonly keyId: string;
  /** The public half of the RSA key, in PEM. */
  readonly publicKey: string;
}

/** How far the time of a signature may be from that of the exchange; it is not documented. */
const TOLERANCE_MS = 60_000;

/**
 * Returns the refusal of an upgrade whose headers are not signed as documented, or undefined. The
 * signature is RSA-PSS with SHA-256 and a salt as long as the digest, over the time, the method and
 * the path without its query.
 */
export function refuseAccess(
  request: SimulatedRequest,
  key: AccessKey,
  nowMs: number,
): SimulatedAnswer | undefined {
  const keyId = request.headers["kalshi-access-key"];
  const signature = request.headers["kalshi-access-signature"];
  const timestamp = request.headers["kalshi-access-timestamp"];
  if (keyId === undefined || signature === undefined || timestamp === undefined) {
    return refusal("missing_headers", "KALSHI-ACCESS-KEY, -SIGNATURE and -TIMESTAMP are required");
  }
  if (!/^\d+$/.test(timestamp) || Math.abs(Number(timestamp) - nowMs) > TOLERANCE_MS) {
    return refusal("invalid_timestamp", "the timestamp is not the current time in milliseconds");
  }
  if (keyId !== key.keyId) return refusal("unknown_key", "there is no such key");
  const [path] = request.target.split("?");
  const signed = Buffer.from(`${timestamp}${request.method}${path}`);
  const options = {
    key: key.publicKey,
    padding: constants.RSA_PKCS1_PSS_PADDING,
    saltLength: constants.RSA_PSS_SALTLEN_DIGEST,
  };
  if (verify("sha256", signed, options, Buffer.from(signature, "base64"))) return undefined;
  return refusal("incorrect_signature", "the signature does not fit the key and the request");
}

function refusal(code: string, message: string): SimulatedAnswer {
  return {
    status: 401,
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ error: { code, message } }),
  };
}
