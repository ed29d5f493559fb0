import { type Clock, systemClock } from "@specwright/runtime";
import type { SignWebhook } from "./webhook-sender.ts";

/**
 * Creates the signature of Standard Webhooks: HMAC-SHA256 over id, timestamp and body, in the headers
 * `webhook-id`, `webhook-timestamp` and `webhook-signature`. Secrets are base64, with or without the prefix
 * `whsec_`. While you replace a secret, pass the old and the new secret: each message is then signed with
 * both.
 */
export function standardWebhookSigner(
  secrets: string | readonly string[],
  { clock = systemClock }: { readonly clock?: Pick<Clock, "now"> } = {},
): SignWebhook {
  const all = typeof secrets === "string" ? [secrets] : secrets;
  const algorithm = { name: "HMAC", hash: "SHA-256" };
  const keys = Promise.all(
    all.map((secret) =>
      crypto.subtle.importKey("raw", secretBytes(secret), algorithm, false, ["sign"]),
    ),
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
  const text = atob(secret.replace(/^whsec_/, ""));
  return Uint8Array.from(text, (character) => character.charCodeAt(0));
}
