import { describe, expect, test } from "vitest";
import { build } from "./contract-of.ts";

const scheme = `
          algorithm: hmac-sha256
          text: ["{key}{time}{passphrase}"]
          values: [passphrase]
          time: { unit: ms }
          place:
            message: { payload: { sign: "{signature}", id: "{id}" }, accepted: done, refused: failed }
          renew: { everyMs: 1000 }`;

function documentWith(own: string, topic = ""): string {
  return `asyncapi: 3.0.0
info: { title: Test, version: "1" }
channels:
  account:
    address: /
    messages:
      done: { payload: {} }
      failed: { payload: {} }
      order: { payload: {} }
    x-envelope: { version: 1, match: [{ message: done, where: { /a: 1 } }, { message: failed, where: { /b: 1 } }, { message: order, where: {} }] }
    x-subscription:
      version: 1
      topics:
        orders: { private: true, messages: [order], where: {}${topic} }
${own === "" ? "" : `    x-credentials:\n      version: 1\n      schemes:\n        keys:${own}\n`}`;
}

describe("x-credentials of a feed", () => {
  test("is read", async () => {
    const { contract, diagnostics } = await build(documentWith(scheme));
    expect(diagnostics).toStrictEqual([]);
    const [channel] = contract?.channels ?? [];
    expect(channel?.credentials).toMatchObject({
      keys: { algorithm: "hmac-sha256", values: ["passphrase"] },
    });
  });

  const ticket = `ticket: { server: "https://a", path: "/{nonce}", body: "{key}", token: /token }`;
  test.each<[what: string, from: string, to: string, pointer: string, message: string]>([
    [
      "a message",
      "accepted: done",
      "accepted: gone",
      "/place/message/accepted",
      "Unknown message `gone`",
    ],
    ["a message", "refused: failed", "refused: a", "/place/message/refused", "Unknown message `a`"],
    [
      "a placeholder",
      "{time}",
      "{tme}",
      "/text/0",
      "Unknown placeholder {tme}. Did you mean {time}?",
    ],
    ["a time", "time: { unit: ms }", "join: a", "/text/0", "Unknown placeholder {time}"],
    ["a value", "values: [passphrase]", "join: a", "/text/0", "Unknown placeholder {passphrase}"],
    [
      "an expiry",
      '"{signature}"',
      '"{expires}"',
      "/place/message/payload/sign",
      "placeholder {expires}",
    ],
    [
      "a ticket",
      '"{signature}"',
      '"{token}"',
      "/place/message/payload/sign",
      "placeholder {token}",
    ],
    ["a signature", "renew:", `${ticket}\n          renew:`, "/ticket/path", "placeholder {nonce}"],
    ["a text", 'text: ["{key}{time}{passphrase}"]', "", "", "needs `text`"],
    ["no text", "hmac-sha256", "none", "/text", "`text` has no effect"],
    [
      "a login",
      "message: {",
      "headers: { a: b }\n            x-message: {",
      "/renew",
      "no `message`",
    ],
    ["a version", "version: 1\n      schemes", "version: 2\n      schemes", "?", "must be `1`"],
    ["a scheme", "algorithm: hmac-sha256", "algorithm: md5", "/algorithm", "must be one of"],
    ["a place", "renew", "place-", "/place-", "Unknown field `place-`"],
  ])("needs %s: %s is not %s", async (_, from, to, pointer, message) => {
    const { contract, diagnostics } = await build(documentWith(scheme).replace(from, to));
    expect(contract).toBeUndefined();
    const base = "/channels/account/x-credentials";
    expect(diagnostics.length).toBeGreaterThan(0);
    expect(diagnostics).toContainEqual(
      expect.objectContaining({
        pointer: pointer === "?" ? `${base}/version` : `${base}/schemes/keys${pointer}`,
        message: expect.stringContaining(message),
      }),
    );
  });

  test("shares its messages with counters, whose numbers are found by message", async () => {
    const sequence = (message: string): string => `    x-sequence:
      version: 1
      counters:
        - messages: ["*"]
          scope: connection
          at: { "*": /-1, ${message}: /-2 }
          step: one
          gap: reconnect
`;
    const sound = await build(documentWith(scheme) + sequence("order"));
    expect(sound.diagnostics).toStrictEqual([]);
    const { diagnostics } = await build(documentWith(scheme) + sequence("gone"));
    expect(diagnostics).toMatchObject([
      {
        pointer: "/channels/account/x-sequence/counters/0/at/gone",
        message: expect.stringContaining("Unknown message `gone`"),
      },
    ]);
  });

  test("is needed by private topics", async () => {
    const { contract, diagnostics } = await build(documentWith(""));
    expect(contract).toBeUndefined();
    expect(diagnostics).toMatchObject([
      {
        code: "EXTENSION_SHAPE",
        pointer: "/channels/account/x-subscription/topics/orders/private",
        message: expect.stringContaining("A private topic needs `x-credentials`"),
      },
    ]);
  });
});
