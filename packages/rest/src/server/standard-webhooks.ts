import { createHmac, timingSafeEqual } from "node:crypto";
import { type Clock, systemClock } from "@specwright/runtime";
import type { VerifyMessage } from "./verify-message.ts";

/** Options for `standardWebhooks`. */
export interface StandardWebhooksOptions {
  /**
   * The maximum difference between the timestamp of a message and the clock, in milliseconds.
   * Default 5 minutes.
   */
  readonly toleranceMs?: number;
  readonly clock?: Pick<Clock, "now">;
}

/**
 * Creates the verifier of Standard Webhooks: HMAC-SHA256 over id, timestamp and body, compared in constant
 * time. Secrets are base64, with or without the prefix `whsec_`. If there are several secrets, a message
 * may be signed with any of them.
 *
 * Within the tolerance, a message can arrive twice: its sender or an eavesdropper may send it again. If a
 * handler must not process a message twice, it stores the `webhook-id` of processed messages.
 *
 * @throws RangeError for an empty secret.
 */
export function standardWebhooks(
  secrets: string | readonly string[],
  { toleranceMs = 300_000, clock = systemClock }: StandardWebhooksOptions = {},
): VerifyMessage {
  const all = typeof secrets === "string" ? [secrets] : secrets;
  const keys = all.map((secret) => Buffer.from(secret.replace(/^whsec_/, ""), "base64"));
  if (keys.length === 0 || keys.some((key) => key.byteLength === 0)) {
    throw new RangeError("A webhook secret is empty or not base64.");
  }
  return ({ headers, body }) => {
    const id = singleValue(headers["webhook-id"]);
    const timestamp = singleValue(headers["webhook-timestamp"]);
    const given = singleValue(headers["webhook-signature"]);
    if (id === "" || given.length > MAX_SIGNATURES || !/^\d{1,12}$/.test(timestamp)) return false;
    if (Math.abs(clock.now() - Number(timestamp) * 1000) > toleranceMs) return false;
    const signatures = given.split(" ").flatMap((one) => {
      const [version, signature = ""] = one.split(",", 2);
      return version === "v1" ? [Buffer.from(signature, "base64")] : [];
    });
    return keys.some((key) => {
      const hmac = createHmac("sha256", key).update(`${id}.${timestamp}.`).update(body).digest();
      return signatures.some(
        (one) => one.byteLength === hmac.byteLength && timingSafeEqual(one, hmac),
      );
    });
  };
}

/**
 * The maximum number of signatures that are checked in one message. A message has one signature for each
 * secret that is valid during a rotation.
 */
const MAX_SIGNATURES = 1000;

function singleValue(value: string | string[] | undefined): string {
  return typeof value === "string" ? value : "";
}
