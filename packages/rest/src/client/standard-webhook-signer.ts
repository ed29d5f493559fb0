import { type Clock, systemClock } from "@specwright/runtime";
import type { SignWebhook } from "./webhook-sender.ts";

/**
 * Creates the signature of Standard Webhooks: HMAC-SHA256 over id, timestamp and body, in the
 * headers `webhook-id`, `webhook-timestamp` and `webhook-signature`. Secrets are base64, with or
 * without the prefix `whsec_`. During a change of the secret, pass the old and the new secret: each
 * message is then signed with both.
 *
 * @throws RangeError for a secret that is empty or not base64.
 */
export function standardWebhookSigner(
  secrets: string | readonly string[],
  { clock = systemClock }: { readonly clock?: Pick<Clock, "now"> } = {},
): SignWebhook {
  const all = (typeof secrets === "string" ? [secrets] : secrets).map(secretBytes);
  const algorithm = { name: "HMAC", hash: "SHA-256" };
  const keys = Promise.all(
    all.map((secret) => crypto.subtle.importKey("raw", secret, algorithm, false, ["sign"])),
  );
  return async ({ id, body }) => {
    const timestamp = `${Math.floor(clock.now() / 1000)}`;
    const head = new TextEncoder().encode(`${id}.${timestamp}.`);
    const signed = new Uint8Array(head.byteLength + body.byteLength);
    signed.set(head);
    signed.set(body, head.byteLength);
    const signatures = (await keys).map(async (key) => {
      const bytes = new Uint8Array(await crypto.subtle.sign("HMAC", key, signed));
      return `v1,${btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""))}`;
    });
    return {
      "webhook-id": id,
      "webhook-timestamp": timestamp,
      "webhook-signature": (await Promise.all(signatures)).join(" "),
    };
  };
}

function secretBytes(secret: string): Uint8Array<ArrayBuffer> {
  const base64 = secret.replace(/^whsec_/, "");
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(base64) || base64.replaceAll("=", "").length % 4 === 1) {
    throw new RangeError("A webhook secret is empty or not base64.");
  }
  return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
}
