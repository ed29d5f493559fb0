// Signatures of other schemes than Standard Webhooks, verified over the bytes of a message by a
// function that an application writes. GitHub's vector comes from its documentation.

import { createHmac, timingSafeEqual } from "node:crypto";
import { createWebhookHandler, fetchHandler, type VerifyMessage } from "@specwright/rest/server";
import type { WebhookDescriptor } from "@specwright/runtime/codegen";
import { expect, it } from "vitest";

const webhook: WebhookDescriptor = {
  id: "pushed",
  method: "POST",
  webhook: "pushed",
  path: "",
  parameters: [],
  validators: {},
  body: { required: true, content: { "text/plain": { kind: "text" } } },
  responses: { 204: {} },
  security: [],
};

/** `X-Hub-Signature-256: sha256=HEX`, over the body. */
function gitHub(secret: string): VerifyMessage {
  return ({ headers, body }) => {
    const digest = createHmac("sha256", secret).update(body).digest("hex");
    const wanted = Buffer.from(`sha256=${digest}`);
    const given = Buffer.from(String(headers["x-hub-signature-256"] ?? ""));
    return given.length === wanted.length && timingSafeEqual(given, wanted);
  };
}

/** `Stripe-Signature: t=SECONDS,v1=HEX,v1=HEX`, over the time, a dot and the body. */
function stripe(secret: string, now: () => number): VerifyMessage {
  return ({ headers, body }) => {
    const fields = String(headers["stripe-signature"] ?? "").split(",");
    const time = fields.find((field) => field.startsWith("t="))?.slice(2) ?? "";
    if (!/^\d{1,12}$/.test(time) || Math.abs(now() / 1000 - Number(time)) > 300) return false;
    const wanted = createHmac("sha256", secret).update(`${time}.`).update(body).digest();
    return fields.some((field) => {
      const given = Buffer.from(field.startsWith("v1=") ? field.slice(3) : "", "hex");
      return given.length === wanted.length && timingSafeEqual(given, wanted);
    });
  };
}

const github = gitHub("It's a Secret to Everybody");
const hello = "757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17";
const seconds = 1_700_000_000;
const striped = stripe("whsec_test", () => seconds * 1000);
const signed = createHmac("sha256", "whsec_test").update(`${seconds}.Hello, World!`).digest("hex");

it.each<[verify: VerifyMessage, body: string, headers: Record<string, string>, status: number]>([
  [github, "Hello, World!", { "x-hub-signature-256": `sha256=${hello}` }, 204],
  [github, "Hello, World?", { "x-hub-signature-256": `sha256=${hello}` }, 401],
  [github, "Hello, World!", {}, 401],
  [striped, "Hello, World!", { "stripe-signature": `t=${seconds},v1=00,v1=${signed}` }, 204],
  [striped, "Hello, World!", { "stripe-signature": `t=${seconds - 301},v1=${signed}` }, 401],
  [striped, "Hello, World!", { "stripe-signature": `t=${seconds},v0=${signed}` }, 401],
])("%o takes %s with %o: %i", async (verify, body, headers, status) => {
  const rest = createWebhookHandler({
    webhooks: [webhook],
    handlers: { pushed: () => ({ status: 204 }) },
    verify,
  });
  const request = new Request("http://localhost/pushed", {
    method: "POST",
    headers: { "content-type": "text/plain", ...headers },
    body,
  });
  expect((await fetchHandler(rest)(request)).status).toBe(status);
});
