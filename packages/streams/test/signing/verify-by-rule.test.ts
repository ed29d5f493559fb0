import {
  type CredentialRule,
  memoryNonces,
  type SignatureAlgorithm,
  signByRule,
  type VerifyByRuleInput,
  verifyByRule,
} from "@specwright/streams/signing";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { memoryReplayCache } from "../../src/signing/replay-cache.ts";
import { algorithms, clock, hmac, keysOf, now, upgradeRule, type VerifyKeys } from "./rule-keys.ts";

interface Change {
  readonly presented?: Partial<VerifyByRuleInput["presented"]>;
  readonly input?: Partial<VerifyByRuleInput>;
}

/** Signs a request, changes the presented values, and verifies it. */
async function verdict(
  rule: CredentialRule,
  keys: VerifyKeys,
  { presented = {}, input = {} }: Change = {},
): Promise<string> {
  const request = { method: "POST", path: "/v1?a=1", body: "x" };
  const { values, signature } = await signByRule(rule, keys, {
    ...request,
    clock,
    nonces: memoryNonces({ now: clock.now }),
  });
  const { time, expires, nonce } = values as Record<string, string | number>;
  const result = await verifyByRule(rule, {
    presented: {
      key: keys.key,
      signature,
      time,
      expires,
      nonce,
      ...presented,
    } as VerifyByRuleInput["presented"],
    request,
    lookupKey: (key) => (key === keys.key ? keys : undefined),
    clock,
    ...input,
  });
  return result.ok ? "ok" : result.code;
}

describe("verifyByRule", () => {
  it.each(algorithms)("verifies %s, and nothing else", async (algorithm) => {
    const rule: CredentialRule = { ...hmac, algorithm };
    const keys = keysOf(algorithm);
    expect(await verdict(rule, keys)).toBe("ok");
    expect(await verdict(rule, keys, { presented: { time: now + 1 } })).toBe("bad_signature");
    expect(await verdict(rule, keys, { presented: { key: "stranger" } })).toBe("unknown_key");
    expect(await verdict(rule, keys, { presented: { signature: "00" } })).toBe("bad_signature");
    expect(await verdict(rule, keys, { input: { request: { path: "/v1?a=1", body: "x" } } })).toBe(
      "bad_signature",
    );
    const revoked = { ...keys, revoked: true };
    expect(await verdict(rule, keys, { input: { lookupKey: () => revoked } })).toBe("revoked");
    expect(
      await verdict(rule, keys, {
        input: { lookupKey: () => revoked },
        presented: { signature: "00" },
      }),
    ).toBe("bad_signature");
  });

  it("verifies its own signature, and rejects it when one character of the body differs", async () => {
    const unit = fc.string({ unit: "grapheme" });
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom("hmac-sha256", "hmac-sha512", "blake2b-512", "ed25519", "es256"),
        fc.constantFrom("hex", "base64", "base64url"),
        unit,
        fc.integer({ min: 0, max: 4e12 }),
        async (
          algorithm: SignatureAlgorithm,
          encoding: "hex" | "base64" | "base64url",
          body,
          at,
        ) => {
          const rule: CredentialRule = { ...hmac, algorithm, encoding };
          const keys = keysOf(algorithm);
          const then = { now: () => at };
          const { signature, values } = await signByRule(rule, keys, {
            clock: then,
            path: "/",
            body,
          });
          const verify = (received: string) =>
            verifyByRule(rule, {
              presented: { key: "k", signature, time: values["time"] as number },
              request: { path: "/", body: received },
              lookupKey: () => keys,
              clock: then,
            });
          expect(await verify(body)).toEqual({ ok: true, key: "k" });
          expect(await verify(`${body}.`)).toMatchObject({ code: "bad_signature" });
        },
      ),
    );
  });

  const life: CredentialRule = {
    ...hmac,
    text: ["GET/realtime", "{expires}"],
    time: { unit: "ms", lifetimeMs: 10_000 },
  };
  const noncing: CredentialRule = { algorithm: "hmac-sha384", text: ["AUTH{nonce}"], nonce: "us" };
  const at = (ms: number): Change => ({ input: { clock: { now: () => now + ms } } });
  it.each<[string, CredentialRule, Change, string]>([
    ["no key", hmac, { presented: { key: "" } }, "missing_part"],
    ["no signature", hmac, { presented: { signature: undefined as never } }, "missing_part"],
    ["a signature that is not hex", hmac, { presented: { signature: "zz" } }, "malformed_part"],
    ["no time", hmac, { presented: { time: undefined as never } }, "missing_part"],
    ["a time with a leading zero", hmac, { presented: { time: `0${now}` } }, "bad_timestamp"],
    ["a time with a plus sign", hmac, { presented: { time: `+${now}` } }, "bad_timestamp"],
    ["a time in exponents", hmac, { presented: { time: "1e12" } }, "bad_timestamp"],
    ["a fraction", hmac, { presented: { time: now + 0.5 } }, "bad_timestamp"],
    ["a time beyond all dates", hmac, { presented: { time: "9007199254740991" } }, "bad_timestamp"],
    ["a text as time", hmac, { presented: { time: "now" } }, "bad_timestamp"],
    ["a time as text", hmac, { presented: { time: String(now) } }, "ok"],
    ["a time of long ago", hmac, at(300_001), "clock_skew"],
    ["a time far ahead", hmac, at(-300_001), "clock_skew"],
    ["the last moment", hmac, at(300_000), "ok"],
    ["expiry alone", life, { presented: { time: undefined as never } }, "ok"],
    ["an expiry that contradicts the time", life, { presented: { expires: now } }, "bad_timestamp"],
    ["the moment of expiry", life, at(10_000), "ok"],
    ["after expiry", life, at(10_001), "expired"],
    [
      "an expiry beyond the lifetime",
      life,
      { presented: { time: undefined as never, expires: now + 1e9 } },
      "clock_skew",
    ],
    ["no nonce", noncing, { presented: { nonce: undefined as never } }, "missing_part"],
    ["a nonce of another form", noncing, { presented: { nonce: "x" } }, "malformed_part"],
    ["a nonce of long ago", noncing, at(300_001), "clock_skew"],
    ["another nonce", noncing, { presented: { nonce: now * 1000 + 1 } }, "bad_signature"],
    [
      "a nonce that is not a UUID",
      { ...noncing, nonce: "uuid" },
      { presented: { nonce: "1" } },
      "malformed_part",
    ],
    ["a lifetime beyond all dates", life, { presented: { time: 8.64e15 } }, "bad_timestamp"],
    ["an object as time", hmac, { presented: { time: {} as never } }, "malformed_part"],
    [
      "an array as signature",
      hmac,
      { presented: { signature: ["00"] as never } },
      "malformed_part",
    ],
    ["a number as key", hmac, { presented: { key: 1 as never } }, "malformed_part"],
    ["null as nonce", noncing, { presented: { nonce: null as never } }, "malformed_part"],
  ])("judges %s", async (_, rule, change, want) => {
    expect(await verdict(rule, keysOf(rule.algorithm), change)).toBe(want);
  });

  it.each<[part: string, rule: CredentialRule]>([
    ["time", { ...hmac, text: ["{path}"] }],
    ["nonce", { ...hmac, text: ["{time}"], nonce: "ms" }],
  ])("refuses to follow a rule whose %s is not signed", async (part, rule) => {
    await expect(verdict(rule, keysOf("hmac-sha256"))).rejects.toThrow(
      `invalid_rule: The signing rule of the contract is not usable. The ${part} is not signed`,
    );
  });

  it("takes hex in upper case", async () => {
    const [rule, keys] = [{ ...hmac, text: ["{time}"] }, keysOf("hmac-sha256")];
    const { signature } = await signByRule(rule, keys, { clock });
    const presented = { signature: signature.toUpperCase() };
    expect(await verdict(rule, keys, { presented })).toBe("ok");
  });

  it("answers whatever is presented, without throwing", async () => {
    const part = fc.oneof(
      fc.anything({ withNullPrototype: true }),
      fc.string(),
      fc.integer(),
      fc.bigInt(),
    );
    const full: CredentialRule = {
      ...noncing,
      ...life,
      nonce: "uuid",
      text: ["{time}{expires}{nonce}{key}"],
    };
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(hmac, life, noncing, full, { algorithm: "none" } as const),
        fc.record(
          { key: part, signature: part, secret: part, time: part, expires: part, nonce: part },
          { requiredKeys: [] },
        ),
        async (rule, presented) => {
          const result = await verifyByRule(rule, {
            presented: presented as VerifyByRuleInput["presented"],
            request: { path: "/" },
            lookupKey: () => undefined,
            clock,
          });
          expect(result.ok).toBe(false);
        },
      ),
    );
  });

  it("refuses a line break that a client smuggles in", async () => {
    const result = await verifyByRule(upgradeRule, {
      presented: { key: "k\nother", signature: "00", time: "2026-01-01T00:00:00.123Z" },
      request: { path: "/" },
      lookupKey: () => ({ secret: "00", values: { broker_id: "b" } }),
      clock,
    });
    expect(result).toMatchObject({ ok: false, code: "malformed_part" });
  });

  it.each(["secret", "Secret", ""])(
    "compares a secret that is sent unchanged: %j",
    async (secret) => {
      const result = await verifyByRule(
        { algorithm: "none" },
        {
          presented: { key: "k", secret },
          request: {},
          lookupKey: () => ({ secret: "secret" }),
          clock,
        },
      );
      expect(result.ok).toBe(secret === "secret");
    },
  );

  it.each(algorithms)(
    "refuses a replay of %s, however the signature is written",
    async (algorithm) => {
      const rule: CredentialRule = { ...hmac, algorithm };
      const input = { replayCache: memoryReplayCache({ now: clock.now }) };
      const keys = keysOf(algorithm);
      expect(await verdict(rule, keys, { input })).toBe("ok");
      // Signed again, which for some algorithms is another signature of the same text.
      expect(await verdict(rule, keys, { input })).toBe("replayed");
    },
  );

  it("refuses a nonce that was used for another request", async () => {
    const rule: CredentialRule = { ...hmac, text: ["{time}", "{nonce}", "{body}"], nonce: "ms" };
    const keys = keysOf("hmac-sha256");
    const replayCache = memoryReplayCache({ now: clock.now });
    const send = async (body: string, nonce: number) => {
      const context = { clock, body, nonces: { next: () => nonce } };
      const { signature } = await signByRule(rule, keys, context);
      const presented = { key: "k", signature, time: now, nonce };
      const lookupKey = () => keys;
      const result = await verifyByRule(rule, {
        presented,
        request: { body },
        lookupKey,
        clock,
        replayCache,
      });
      return result.ok ? "ok" : result.code;
    };
    expect(await send("a", now)).toBe("ok");
    expect(await send("b", now + 1)).toBe("ok");
    expect(await send("c", now)).toBe("replayed");
  });
});
