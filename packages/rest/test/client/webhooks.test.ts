// Webhooks and callbacks from their sender to their receiver, over a real socket.

import { createHmac } from "node:crypto";
import {
  type CallbackOrigin,
  callbackUrl,
  standardWebhookSigner,
  type WebhookSenderOptions,
  webhookSender,
} from "@specwright/rest/client";
import { createWebhookReceiver, type WebhookReceiverOptions } from "@specwright/rest/fastify";
import { type RequestContext, standardWebhooks, type VerifyMessage } from "@specwright/rest/server";
import { type RequestParts, RestError } from "@specwright/runtime";
import {
  constant,
  object,
  reject,
  type,
  type WebhookDescriptor,
} from "@specwright/runtime/codegen";
import { allEncoders, ruleCodec } from "@specwright/runtime/testing";
import type { FastifyInstance } from "fastify";
import { afterEach, describe, expect, expectTypeOf, it } from "vitest";
import { reply, stubServer } from "./stub-server.ts";

interface OrderRequest extends RequestParts {
  readonly headers?: { readonly "X-Kind"?: string };
  readonly body: { readonly kind: string; readonly seq: bigint };
}
interface Heard {
  readonly status: 204;
}

function webhookOf(name: string): WebhookDescriptor<OrderRequest, Heard> {
  const kind = constant(name);
  const codec = ruleCodec(object({ kind, seq: type("int64") }, {}, { additional: reject }));
  return {
    encoders: allEncoders,
    id: `post ${name}`,
    name,
    webhook: name,
    method: "POST",
    path: "",
    parameters: [{ name: "X-Kind", in: "header" }],
    validators: {},
    body: { required: true, content: { "application/json": { kind: "json", codec } } },
    responses: { 204: {}, 400: {}, 401: {} },
    security: [],
  };
}
const shipped = webhookOf("shipped");
const lost = webhookOf("lost");
const webhooks = [shipped, lost];

interface OrderHandlers<Context> {
  shipped(request: OrderRequest, context: Context): Heard | Promise<Heard>;
  lost(request: OrderRequest, context: Context): Heard | Promise<Heard>;
}

const SECRET = `whsec_${Buffer.from("a secret of thirty-two bytes....").toString("base64")}`;
const OTHER = Buffer.from("another secret").toString("base64");

const apps: FastifyInstance[] = [];
afterEach(async () => {
  for (const app of apps.splice(0)) await app.close();
});

type Options = WebhookReceiverOptions<never, OrderHandlers<RequestContext<never>>>;

/** Starts a receiver that records what its handlers get. */
async function receiver(
  options: Pick<Options, "verify" | "path" | "nameOf">,
): Promise<{ readonly url: string; readonly heard: object[] }> {
  const heard: object[] = [];
  const handlers: OrderHandlers<RequestContext<never>> = {
    shipped: ({ body, headers }, { headers: all }) => {
      heard.push({ shipped: body, ...headers, id: all["webhook-id"] });
      return { status: 204 };
    },
    lost: ({ body }) => {
      heard.push({ lost: body });
      return { status: 204 };
    },
  };
  const app = createWebhookReceiver({ webhooks, handlers, ...options });
  apps.push(app);
  await app.listen({ port: 0, host: "127.0.0.1" });
  const address = app.server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  return { url: `http://127.0.0.1:${port}`, heard };
}

const seq = 9007199254740993n;

describe("a webhook", () => {
  it("arrives at its typed handler, signed and with all digits", async () => {
    const { url, heard } = await receiver({ verify: standardWebhooks(SECRET) });
    const sender = webhookSender({ sign: standardWebhookSigner(SECRET) });
    const request = { headers: { "X-Kind": "k" }, body: { kind: "shipped", seq } };
    const answer = await sender.send(shipped, `${url}/shipped`, request, { id: "msg_1" });
    expectTypeOf(answer).toEqualTypeOf<Heard>();
    expect(answer.status).toBe(204);
    expect(heard).toEqual([{ shipped: { kind: "shipped", seq }, "X-Kind": "k", id: "msg_1" }]);
  });

  const rotations: readonly [string | readonly string[], string | readonly string[], number][] = [
    [SECRET, SECRET, 204],
    [SECRET, OTHER, 401],
    [[OTHER, SECRET], SECRET, 204],
    [SECRET, [OTHER, SECRET], 204],
  ];
  it.each(rotations)("signed with %j is checked against %j: %i", async (signing, known, want) => {
    const { url, heard } = await receiver({ verify: standardWebhooks(known) });
    const sender = webhookSender({ sign: standardWebhookSigner(signing) });
    const { status } = await sender.send(lost, `${url}/lost`, { body: { kind: "lost", seq } });
    expect([status, heard.length]).toEqual([want, want === 204 ? 1 : 0]);
  });

  it("is refused without a signature before its body is read, and if it is invalid", async () => {
    const { url, heard } = await receiver({ verify: standardWebhooks(SECRET) });
    const unsigned = await fetch(`${url}/shipped`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: "{",
    });
    expect(unsigned.status).toBe(401);
    const broken: WebhookSenderOptions = {
      sign: standardWebhookSigner(SECRET),
      validation: { request: "off" },
    };
    const request = { body: { kind: "lost", seq } };
    const { status } = await webhookSender(broken).send(shipped, `${url}/shipped`, request);
    expect([Number(status), heard]).toEqual([400, []]);
    await expect(webhookSender().send(shipped, url, request)).rejects.toMatchObject({
      code: "invalid_request",
    });
  });

  it("goes to the unchanged URL, with its slash and its query", async () => {
    await using server = await stubServer(reply(204));
    const request = { body: { kind: "shipped", seq } };
    await webhookSender().send(shipped, `${server.url}/a/?token=x%2F`, request);
    expect(server.seen.map(({ method, url }) => [method, url])).toEqual([
      ["POST", "/a/?token=x%2F"],
    ]);
  });

  it.each([
    ["by its schema", undefined],
    ["by a header", (headers: Readonly<Record<string, unknown>>) => `${headers["x-kind"]}`],
    [
      "by its body",
      (_: object, body: unknown) =>
        typeof body === "object" && body !== null && "kind" in body ? `${body.kind}` : undefined,
    ],
  ] as const)("is told apart from others of the same URL %s", async (_, nameOf) => {
    const options = nameOf === undefined ? {} : { nameOf };
    const { url, heard } = await receiver({ verify: false, path: "/hooks", ...options });
    const sender = webhookSender();
    for (const webhook of [lost, shipped]) {
      const kind = webhook.webhook;
      const request = { headers: { "X-Kind": kind }, body: { kind, seq } };
      expect(await sender.send(webhook, `${url}/hooks`, request)).toEqual({ status: 204 });
    }
    expect(heard.map((each) => Object.keys(each)[0])).toEqual(["lost", "shipped"]);
    const unknown = await fetch(`${url}/hooks`, {
      method: "POST",
      headers: { "content-type": "application/json", "x-kind": "stolen" },
      body: '{"kind":"stolen","seq":1}',
    });
    expect([unknown.status, await unknown.json()]).toMatchObject([
      400,
      { detail: "No webhook is of this kind." },
    ]);
  });
});

describe("the verifier of Standard Webhooks", () => {
  const now = Date.parse("2025-11-21T09:00:00Z");
  const body = Buffer.from('{"a":"ü"}');
  const signature = (secret: string, text: string): string =>
    `v1,${createHmac("sha256", Buffer.from(secret.replace("whsec_", ""), "base64"))
      .update(text)
      .digest("base64")}`;
  const at = `${now / 1000}`;
  const good = signature(SECRET, `msg_1.${at}.${body}`);
  const headers = { "webhook-id": "msg_1", "webhook-timestamp": at, "webhook-signature": good };
  const late = `${now / 1000 - 301}`;
  const early = `${now / 1000 + 301}`;
  const cases: readonly [what: string, change: Record<string, string>, want: boolean][] = [
    ["a good signature", {}, true],
    ["a good one among others", { "webhook-signature": `v2,x v1,AA== ${good} v1a,y` }, true],
    ["another body", { body: '{"a":"u"}' }, false],
    ["another id", { "webhook-id": "msg_2" }, false],
    ["no id", { "webhook-id": "" }, false],
    ["another time", { "webhook-timestamp": `${Number(at) + 1}` }, false],
    ["no time", { "webhook-timestamp": "" }, false],
    ["a time that is not a number", { "webhook-timestamp": "1e3" }, false],
    ["another version", { "webhook-signature": good.replace("v1", "v2") }, false],
    ["a cut signature", { "webhook-signature": good.slice(0, -8) }, false],
    ["no signature", { "webhook-signature": "" }, false],
    [
      "a good one, 301 seconds old",
      {
        "webhook-timestamp": late,
        "webhook-signature": signature(SECRET, `msg_1.${late}.${body}`),
      },
      false,
    ],
    [
      "a good one, 301 seconds ahead",
      {
        "webhook-timestamp": early,
        "webhook-signature": signature(SECRET, `msg_1.${early}.${body}`),
      },
      false,
    ],
  ];
  it.each(cases)("takes or refuses %s", async (_, { body: other, ...change }, want) => {
    const verify: VerifyMessage = standardWebhooks(SECRET, { clock: { now: () => now } });
    const message = {
      operation: shipped,
      headers: { ...headers, ...change },
      body: other === undefined ? body : Buffer.from(other),
    };
    expect(await verify(message)).toBe(want);
  });

  it("agrees with the signer, and needs a secret", async () => {
    const clock = { now: () => now };
    const sign = standardWebhookSigner(SECRET, { clock });
    expect(await sign({ id: "msg_1", body })).toEqual(headers);
    for (const secret of ["", "whsec_", "not base64!", "A"]) {
      expect(() => standardWebhookSigner(secret)).toThrow(RangeError);
    }
    expect(() => standardWebhooks("")).toThrow(RangeError);
  });
});

describe("the URL of a callback", () => {
  const origin: CallbackOrigin = {
    request: {
      body: { urls: [{ "a/b": "https://x.example/hook?a=1" }], id: 7 },
      query: { to: "https://y.example" },
      path: { thing: "a b" },
      headers: { "X-Back": "https://z.example" },
    },
    response: { status: "2XX", statusCode: 202, body: { id: "r/1" }, headers: { location: "/l" } },
    url: "https://api.example/jobs",
    method: "POST",
  };
  const cases: readonly [expression: string, want: string | undefined][] = [
    ["{$request.body#/urls/0/a~1b}", "https://x.example/hook?a=1"],
    ["$request.query.to", "https://y.example"],
    ["{$request.header.x-back}", "https://z.example"],
    [
      "https://own.example/{$request.path.thing}/{$response.body#/id}",
      "https://own.example/a%20b/r%2F1",
    ],
    // 30.7: a value at the start is a URL, also if more follows.
    ["{$request.query.to}/{$statusCode}?m={$method}", "https://y.example/202?m=POST"],
    [
      "https://own.example/?to={$request.query.to}",
      "https://own.example/?to=https%3A%2F%2Fy.example",
    ],
    ["{$url}", "https://api.example/jobs"],
    ["{$response.header.Location}", "/l"],
    ["https://fixed.example/hook", "https://fixed.example/hook"],
    ["{$request.body#/none}", undefined],
    ["{$request.body}", undefined],
    ["{$request.query.toString}", undefined],
    ["{$what}", undefined],
  ];
  it.each(cases)("%s", (url, want) => {
    const find = (): string => callbackUrl({ ...shipped, url }, origin);
    if (want === undefined) expect(find).toThrow(RestError);
    else expect(find()).toBe(want);
  });
});
