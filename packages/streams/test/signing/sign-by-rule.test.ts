import { fillTemplate } from "@specwright/runtime";
import {
  type CredentialKeys,
  type CredentialRule,
  type SigningContext,
  SigningError,
  signByRule,
  signUpgrade,
  type TextPart,
} from "@specwright/streams/signing";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { clock, ec, ed, hmac, keysOf, pemOf, rsa, spki, upgradeRule } from "./rule-keys.ts";

describe("signByRule", () => {
  it("signs an upgrade as signUpgrade does", async () => {
    const line = fc
      .string({ minLength: 1 })
      .filter((text) => /^[^\p{Cc}\u2028\u2029]+$/u.test(text));
    await fc.assert(
      fc.asyncProperty(
        fc.stringMatching(/^[A-Za-z0-9._~-]{1,64}$/),
        fc.uint8Array({ minLength: 32, maxLength: 32 }),
        line,
        fc.stringMatching(/^\/[!-~]{0,40}$/),
        fc.integer({ min: 0, max: 4e12 }),
        async (accessKey, secretBytes, brokerId, path, timestamp) => {
          const secretKey = Buffer.from(secretBytes).toString("hex");
          const want = signUpgrade({ accessKey, secretKey, brokerId, path, timestamp });
          const { values } = await signByRule(
            upgradeRule,
            { key: accessKey, secret: secretKey, values: { broker_id: brokerId } },
            { clock: { now: () => timestamp }, path },
          );
          const headers = fillTemplate(
            {
              "PRE-ACCESS-KEY": "{key}",
              "PRE-ACCESS-TIMESTAMP": "{time}",
              "PRE-ACCESS-SIGNATURE": "{signature}",
            },
            values,
          );
          expect(headers).toEqual(want);
        },
      ),
    );
  });

  it.each<[text: readonly TextPart[], more: Partial<CredentialRule>, want: string]>([
    [["{method}", "{path}"], {}, "GET/v1/a?b=1&a=2"],
    [["{path-without-query}", "{query}"], { join: "|" }, "/v1/a|b=1&a=2"],
    [["{key}", "{body}"], { end: ";" }, "k;the body;"],
    [["a", "b"], { join: "-", end: "." }, "a.-b."],
    [["{time}"], { time: { unit: "s" } }, "1767225600"],
    [["{time}"], { time: { unit: "us" } }, "1767225600123000"],
    [["{time}"], { time: { unit: "ns" } }, "1767225600123000000"],
    [["{time}"], { time: { unit: "rfc3339", offsetMs: -123 } }, "2026-01-01T00:00:00.000Z"],
    [
      ["{time} {expires}"],
      { time: { unit: "ms", offsetMs: 7, lifetimeMs: 1000 } },
      "1767225600130 1767225601130",
    ],
    [["{sorted-parameters}"], {}, "A=1&a=x y&b=true"],
    [
      ["{sorted-parameters}"],
      { parameters: { add: { "=": "{key}" }, percentEncoded: true } },
      "%3D=k&A=1&a=x%20y&b=true",
    ],
    [[{ of: ["a", { of: ["b"] }] }], {}, "613632"],
    [[{ of: ["{{}"], encoding: "base64url" }, "x"], { join: "." }, "e30.x"],
    [
      [{ json: { k: "{key}", n: ["{time}"] } }],
      { time: { unit: "ns" } },
      '{"k":"k","n":[1767225600123000000]}',
    ],
    [["{further}"], {}, "more"],
  ])("composes %j with %j", async (text, more, want) => {
    const { values } = await signByRule(
      { algorithm: "hmac-sha256", text, ...more },
      keysOf("hmac-sha256"),
      {
        clock,
        path: "/v1/a?b=1&a=2",
        body: "the body",
        parameters: { b: true, a: "x y", A: 1n },
        values: { further: "more" },
      },
    );
    expect(values["text"]).toBe(want);
  });

  it("does not return bytes as text", async () => {
    const text: readonly TextPart[] = [{ hash: "sha256", of: ["a"], encoding: "raw" }];
    const { values } = await signByRule({ ...hmac, text }, keysOf("hmac-sha256"), { clock });
    expect(values).not.toHaveProperty("text");
  });

  it("sends the plain secret only where nothing is signed", async () => {
    const keys = { key: "k", secret: "s", values: { passphrase: "p" } };
    const plain = await signByRule({ algorithm: "none" }, keys, { clock });
    expect(fillTemplate(["{key}", "{secret}", "{passphrase}"], plain.values)).toEqual([
      "k",
      "s",
      "p",
    ]);
    const signed = await signByRule({ ...hmac, text: ["a"] }, keys, { clock });
    expect(JSON.stringify(signed.values)).not.toContain('"s"');
    expect(() => fillTemplate("{secret}", signed.values)).toThrow("template_name");
  });

  it.each<[label: string, secret: string]>([
    ["PKCS #8", String(rsa.privateKey.export(pemOf("pkcs8")))],
    ["PKCS #1", String(rsa.privateKey.export(pemOf("pkcs1")))],
    [
      "line ends of an environment variable",
      String(rsa.privateKey.export(pemOf("pkcs8"))).replaceAll("\n", "\\n"),
    ],
    ["CRLF", String(rsa.privateKey.export(pemOf("pkcs8"))).replaceAll("\n", "\r\n")],
  ])("takes an RSA key in %s", async (_, secret) => {
    const rule: CredentialRule = { algorithm: "rsa-pkcs1-sha256", text: ["a"] };
    const want = await signByRule(rule, keysOf("rsa-pkcs1-sha256"), { clock });
    expect((await signByRule(rule, { secret }, { clock })).signature).toBe(want.signature);
  });

  it("takes an EC key in SEC 1 behind its parameters", async () => {
    const parameters =
      "-----BEGIN EC PARAMETERS-----\nBggqhkjOPQMBBw==\n-----END EC PARAMETERS-----\n";
    const secret = parameters + String(ec.privateKey.export(pemOf("sec1")));
    const { signature } = await signByRule(
      { algorithm: "es256", text: ["a"] },
      { secret },
      { clock },
    );
    expect(signature).toHaveLength(128);
  });

  it("takes an Ed25519 seed, alone, before the public key, and in PKCS #8", async () => {
    const der = ed.privateKey.export({ type: "pkcs8", format: "der" });
    const seed = der.subarray(-32);
    const publicKey = ed.publicKey.export({ type: "spki", format: "der" }).subarray(-32);
    const want = await signByRule({ algorithm: "ed25519", text: ["a"] }, keysOf("ed25519"), {
      clock,
    });
    for (const bytes of [seed, Buffer.concat([seed, publicKey]), der]) {
      const rule: CredentialRule = { algorithm: "ed25519", secret: "base64", text: ["a"] };
      const keys = { secret: bytes.toString("base64") };
      expect((await signByRule(rule, keys, { clock })).signature).toBe(want.signature);
    }
  });

  it("uses a new secret of the same object", async () => {
    const keys = { secret: "one" };
    const first = await signByRule({ ...hmac, text: ["a"] }, keys, { clock });
    keys.secret = "two";
    expect((await signByRule({ ...hmac, text: ["a"] }, keys, { clock })).signature).not.toBe(
      first.signature,
    );
  });

  const encrypted = String(
    rsa.privateKey.export({ type: "pkcs8", format: "pem", cipher: "aes-256-cbc", passphrase: "p" }),
  );
  const legacy =
    "-----BEGIN RSA PRIVATE KEY-----\nProc-Type: 4,ENCRYPTED\nDEK-Info: AES-128-CBC,00\n\nAAAA\n-----END RSA PRIVATE KEY-----";
  const openssh = "-----BEGIN OPENSSH PRIVATE KEY-----\nAAAA\n-----END OPENSSH PRIVATE KEY-----";
  const damaged = "-----BEGIN PRIVATE KEY-----\nA*SECRET*A\n-----END PRIVATE KEY-----";
  const secretText = "t0p-SECRET-text";
  it.each<[string, CredentialRule, CredentialKeys, Partial<SigningContext>, string]>([
    ["no secret", hmac, {}, {}, "missing_secret"],
    ["an empty secret", hmac, { secret: "" }, {}, "missing_secret"],
    ["no private key", { ...hmac, algorithm: "ed25519" }, {}, {}, "missing_secret"],
    [
      "base64 that is not",
      { ...hmac, secret: "base64" },
      { secret: `${secretText}!` },
      {},
      "secret_encoding",
    ],
    [
      "base64 that is cut",
      { ...hmac, secret: "base64" },
      { secret: "AAAAA" },
      {},
      "secret_encoding",
    ],
    ["hex that is not", { ...hmac, secret: "hex" }, { secret: secretText }, {}, "secret_encoding"],
    ["hex of odd length", { ...hmac, secret: "hex" }, { secret: "abc" }, {}, "secret_encoding"],
    ["a PEM for a MAC", { ...hmac, secret: "pem" }, { secret: secretText }, {}, "invalid_rule"],
    [
      "a key as text",
      { ...hmac, algorithm: "ed25519", secret: "utf8" },
      { secret: secretText },
      {},
      "invalid_rule",
    ],
    ["no PEM", { ...hmac, algorithm: "ed25519" }, { secret: secretText }, {}, "key_form"],
    [
      "a public key",
      { ...hmac, algorithm: "ed25519" },
      { secret: String(ed.publicKey.export(spki)) },
      {},
      "key_form",
    ],
    [
      "an encrypted key",
      { ...hmac, algorithm: "rsa-pss-sha256" },
      { secret: encrypted },
      {},
      "openssl pkcs8 -topk8",
    ],
    [
      "a key encrypted as of old",
      { ...hmac, algorithm: "rsa-pss-sha256" },
      { secret: legacy },
      {},
      "openssl pkcs8 -topk8",
    ],
    [
      "an OpenSSH key",
      { ...hmac, algorithm: "ed25519" },
      { secret: openssh },
      {},
      "ssh-keygen -p -m PKCS8",
    ],
    ["a damaged PEM", { ...hmac, algorithm: "ed25519" }, { secret: damaged }, {}, "key_form"],
    [
      "a key of another algorithm",
      { ...hmac, algorithm: "ed25519" },
      { secret: keysOf("es256").secret ?? "" },
      {},
      "Expected a key for ed25519.",
    ],
    [
      "a key too long",
      { ...hmac, algorithm: "blake2b-256" },
      { secret: "s".repeat(65) },
      {},
      "key_refused",
    ],
    [
      "no value",
      { ...hmac, text: ["{order_id}"] },
      { secret: secretText },
      {},
      "{order_id} has no value here",
    ],
    ["no nonce source", { ...hmac, nonce: "ms" }, { secret: secretText }, {}, "memoryNonces"],
    [
      "an unknown name",
      { ...hmac, text: ["{secret}"] },
      { secret: secretText },
      {},
      "missing_value",
    ],
    ["a broken template", { ...hmac, text: ["{"] }, { secret: secretText }, {}, "invalid_rule"],
    [
      "nothing to sign",
      { algorithm: "hmac-sha256" },
      { secret: secretText },
      {},
      "has no text to sign",
    ],
    [
      "a text for none",
      { algorithm: "none", text: ["a"] },
      { secret: secretText },
      {},
      "there is nothing to sign",
    ],
    [
      "a line break",
      upgradeRule,
      { key: "k\nx", secret: "00", values: { broker_id: "b" } },
      {},
      "ambiguous_text",
    ],
    ["half a pair", hmac, { secret: secretText }, { body: "\ud800" }, "ambiguous_text"],
    [
      "half a pair in a parameter",
      { ...hmac, parameters: { percentEncoded: true } },
      { secret: secretText },
      { parameters: { a: "\udfff" } },
      "ambiguous_text",
    ],
    [
      "no time",
      hmac,
      { secret: secretText },
      { clock: { now: () => Number.NaN } },
      "invalid_timestamp",
    ],
  ])("refuses %s", async (_, rule, keys, context, want) => {
    const error = await signByRule(rule, keys, { clock, path: "/", ...context }).catch(
      (reason: unknown) => reason,
    );
    expect(error).toBeInstanceOf(SigningError);
    const shown = `${error} ${JSON.stringify(error)} ${error instanceof Error ? error.cause : ""}`;
    expect(shown).toContain(want);
    if (keys.secret !== undefined && keys.secret.length > 12)
      expect(shown).not.toContain(keys.secret.slice(0, 12));
    expect(shown).not.toContain("SECRET");
  });

  it("says where Web Crypto is missing", async () => {
    const found = Object.getOwnPropertyDescriptor(globalThis, "crypto");
    Object.defineProperty(globalThis, "crypto", { value: {}, configurable: true });
    try {
      await expect(signByRule(hmac, { secret: "s" }, { clock, path: "/" })).rejects.toThrow(
        "web_crypto_missing",
      );
    } finally {
      if (found !== undefined) Object.defineProperty(globalThis, "crypto", found);
    }
    // The failed import is not remembered.
    const keys = { secret: "s" };
    expect((await signByRule(hmac, keys, { clock, path: "/" })).signature).toHaveLength(64);
  });
});
