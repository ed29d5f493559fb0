import {
  type AccessKeyRecord,
  createAccessKey,
  EMPTY_BODY_DIGEST,
  formatTimestamp,
  type RequestHeaders,
  SigningError,
  signUpgrade,
  verifyUpgrade,
} from "@specwright/streams/signing";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { canonicalText } from "../../src/signing/canonical-text.ts";
import { memoryReplayCache } from "../../src/signing/replay-cache.ts";
import { parseTimestamp } from "../../src/signing/timestamp.ts";

const now = Date.parse("2025-11-21T09:00:00.123Z");
const key: AccessKeyRecord = {
  secretKey: "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f",
  brokerId: "broker-1",
};
const signed = {
  "PRE-ACCESS-KEY": "ak-test",
  "PRE-ACCESS-TIMESTAMP": "2025-11-21T09:00:00.123Z",
  "PRE-ACCESS-SIGNATURE": "cda2e8249b58e3e219c32cc04e3c96d800d4426aea6b56423106b1551c639281",
};
const path = "/v1/orders?since=42";

interface Given {
  readonly headers?: RequestHeaders;
  readonly path?: string;
  readonly atMs?: number;
  readonly record?: AccessKeyRecord | undefined;
}

async function verdict(given: Given = {}): Promise<string> {
  const result = await verifyUpgrade({
    headers: given.headers ?? signed,
    path: given.path ?? path,
    lookupKey: (accessKey) => (accessKey === "ak-test" ? (given.record ?? key) : undefined),
    clock: { now: () => given.atMs ?? now },
  });
  return result.ok ? "ok" : result.code;
}

// Computed with Python's hashlib.blake2b(text, key=..., digest_size=32).
describe("signUpgrade", () => {
  it("matches an independent implementation", () => {
    expect(signUpgrade({ accessKey: "ak-test", ...key, path, timestamp: now })).toEqual(signed);
    expect(
      signUpgrade({
        accessKey: "A.b_c~d-9",
        secretKey: "FF".repeat(32),
        brokerId: "Br\u00f6ker 7",
        path: "/v1/market-data",
        timestamp: "2025-11-21T10:00:00.000+01:00",
      })["PRE-ACCESS-SIGNATURE"],
    ).toBe("55d422dbc60476b0850d386e065417273be43079175306eb8372b54ce52a65d3");
  });

  it("signs seven lines", () => {
    const parts = {
      path,
      timestamp: signed["PRE-ACCESS-TIMESTAMP"],
      brokerId: "b",
      accessKey: "a",
    };
    expect(canonicalText(parts)).toBe(
      `GET\n${path}\n2025-11-21T09:00:00.123Z\n\nb\na\n${EMPTY_BODY_DIGEST}\n`,
    );
  });

  const good = { accessKey: "a", secretKey: key.secretKey, brokerId: "b", path: "/", timestamp: 0 };
  const refused: readonly [change: Partial<typeof good> | { timestamp: string }, code: string][] = [
    [{ accessKey: "" }, "invalid_access_key"],
    [{ accessKey: "a".repeat(65) }, "invalid_access_key"],
    [{ accessKey: "a\n" }, "invalid_access_key"],
    [{ secretKey: "00" }, "invalid_secret_key"],
    [{ secretKey: "0x".repeat(32) }, "invalid_secret_key"],
    [{ brokerId: "" }, "invalid_broker_id"],
    [{ brokerId: "a\nb" }, "invalid_broker_id"],
    [{ brokerId: "\ud800" }, "invalid_broker_id"],
    [{ path: "orders" }, "invalid_path"],
    [{ path: "/a b" }, "invalid_path"],
    [{ path: "/\n" }, "invalid_path"],
    [{ path: "/\u00e9" }, "invalid_path"],
    [{ timestamp: "2025-11-21T09:00:00Z" }, "invalid_timestamp"],
    [{ timestamp: Number.NaN }, "invalid_timestamp"],
  ];
  it.each(refused)("refuses %j", (change, code) => {
    try {
      signUpgrade({ ...good, ...change });
      expect.unreachable();
    } catch (error) {
      expect(error).toBeInstanceOf(SigningError);
      expect(error).toMatchObject({ code });
      expect(String(error)).not.toContain(key.secretKey);
    }
  });
});

describe("verifyUpgrade", () => {
  it("identifies the caller", async () => {
    const result = await verifyUpgrade({
      headers: signed,
      path,
      lookupKey: async () => key,
      clock: { now: () => now },
    });
    expect(result).toEqual({ ok: true, accessKey: "ak-test", brokerId: "broker-1" });
  });

  const flat = Object.entries(signed).flat();
  const cases: readonly [name: string, given: Given, want: string][] = [
    ["raw headers", { headers: flat }, "ok"],
    ["lower case names", { headers: lowerCase(signed) }, "ok"],
    ["no headers", { headers: [] }, "missing_header"],
    ["an empty header", { headers: { ...signed, "PRE-ACCESS-KEY": "" } }, "missing_header"],
    ["a duplicate", { headers: [...flat, "pre-access-key", "ak-test"] }, "malformed_header"],
    ["a list", { headers: { ...signed, "PRE-ACCESS-KEY": ["a", "b"] } }, "malformed_header"],
    [
      "a joined duplicate",
      { headers: { ...signed, "PRE-ACCESS-KEY": "a, a" } },
      "malformed_header",
    ],
    [
      "upper case hex",
      { headers: { ...signed, "PRE-ACCESS-SIGNATURE": "A".repeat(64) } },
      "malformed_header",
    ],
    [
      "short hex",
      { headers: { ...signed, "PRE-ACCESS-SIGNATURE": "a".repeat(63) } },
      "malformed_header",
    ],
    ["a broken target", { path: "/v1/orders\n" }, "malformed_header"],
    [
      "seconds only",
      { headers: { ...signed, "PRE-ACCESS-TIMESTAMP": "2025-11-21T09:00:00Z" } },
      "bad_timestamp",
    ],
    ["epoch", { headers: { ...signed, "PRE-ACCESS-TIMESTAMP": "1763715600123" } }, "bad_timestamp"],
    ["late, at the limit", { atMs: now + 300_000 }, "ok"],
    ["late, beyond", { atMs: now + 300_001 }, "clock_skew"],
    ["early, at the limit", { atMs: now - 300_000 }, "ok"],
    ["early, beyond", { atMs: now - 300_001 }, "clock_skew"],
    ["an unknown key", { headers: { ...signed, "PRE-ACCESS-KEY": "ak-other" } }, "unknown_key"],
    ["another secret", { record: { ...key, secretKey: "ee".repeat(32) } }, "bad_signature"],
    ["another broker", { record: { ...key, brokerId: "broker-2" } }, "bad_signature"],
    ["a re-encoded path", { path: "/v1/orders?since=%342" }, "bad_signature"],
    ["a revoked key", { record: { ...key, revoked: true } }, "revoked"],
    [
      "a revoked key without its secret",
      { record: { ...key, brokerId: "x", revoked: true } },
      "bad_signature",
    ],
  ];
  it.each(cases)("%s", async (_name, given, want) => {
    expect(await verdict(given)).toBe(want);
  });

  it("fails when any bit of any part changes", async () => {
    const parts = ["path", "timestamp", "signature", "key", "secret", "broker"] as const;
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...parts),
        fc.nat(),
        fc.nat({ max: 6 }),
        async (part, at, bit) => {
          const flip = (text: string): string => flipBit(text, at, bit);
          const headers = { ...signed };
          if (part === "timestamp")
            headers["PRE-ACCESS-TIMESTAMP"] = flip(headers["PRE-ACCESS-TIMESTAMP"]);
          if (part === "signature")
            headers["PRE-ACCESS-SIGNATURE"] = flip(headers["PRE-ACCESS-SIGNATURE"]);
          if (part === "key") headers["PRE-ACCESS-KEY"] = flip(headers["PRE-ACCESS-KEY"]);
          const secretKey = part === "secret" ? flipHex(key.secretKey, at, bit) : key.secretKey;
          const brokerId =
            part === "broker" ? flip(key.brokerId).replace(/[^!-~]/, "?") : key.brokerId;
          expect(
            await verdict({
              headers,
              path: part === "path" ? flip(path) : path,
              record: { secretKey, brokerId },
            }),
          ).not.toBe("ok");
        },
      ),
      { numRuns: 300 },
    );
  });

  it("accepts whatever signUpgrade signs", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.webPath(),
        fc.webQueryParameters(),
        fc.string({ minLength: 1 }).filter((text) => /^[^\p{Cc}\u2028\u2029]+$/u.test(text)),
        fc.integer({ min: -300_000, max: 300_000 }),
        async (target, query, brokerId, offMs) => {
          const pair = createAccessKey();
          const wanted = `/${target.replace(/^\/+/, "")}?${query}`.replaceAll(/[^!-~]/g, "");
          const headers = signUpgrade({ ...pair, brokerId, path: wanted, timestamp: now + offMs });
          const result = await verifyUpgrade({
            headers: { ...headers },
            path: wanted,
            lookupKey: () => ({ secretKey: pair.secretKey, brokerId }),
            clock: { now: () => now },
          });
          expect(result).toEqual({ ok: true, accessKey: pair.accessKey, brokerId });
        },
      ),
    );
  });

  it("refuses a replay if asked to", async () => {
    let time = now;
    const input = {
      headers: signed,
      path,
      lookupKey: () => key,
      clock: { now: () => time },
      replayCache: memoryReplayCache({ now: () => time }),
    };
    expect((await verifyUpgrade(input)).ok).toBe(true);
    time += 300_000;
    expect(await verifyUpgrade(input)).toMatchObject({ ok: false, code: "replayed" });
  });
});

describe("memoryReplayCache", () => {
  it("forgets expired and oldest signatures", () => {
    let time = 0;
    const cache = memoryReplayCache({ now: () => time, maxEntries: 2 });
    expect(cache.seen("a", 10)).toBe(false);
    expect(cache.seen("a", 10)).toBe(true);
    time = 10;
    expect(cache.seen("a", 20)).toBe(false);
    expect(cache.seen("b", 20)).toBe(false);
    expect(cache.seen("c", 20)).toBe(false);
    expect(cache.seen("b", 20)).toBe(true);
    expect(cache.seen("a", 20)).toBe(false);
  });
});

describe("timestamps", () => {
  const cases: readonly [text: string, want: number | undefined][] = [
    ["1970-01-01T00:00:00.001Z", 1],
    ["1970-01-01T01:00:00.000+01:00", 0],
    ["2024-02-29T00:00:00.000Z", Date.UTC(2024, 1, 29)],
    ["2025-02-29T00:00:00.000Z", undefined],
    ["1900-02-29T00:00:00.000Z", undefined],
    ["2000-02-29T00:00:00.000Z", Date.UTC(2000, 1, 29)],
    ["2025-04-31T00:00:00.000Z", undefined],
    ["2025-00-01T00:00:00.000Z", undefined],
    ["2025-13-01T00:00:00.000Z", undefined],
    ["2025-01-01T24:00:00.000Z", undefined],
    ["2025-01-01T23:59:60.000Z", undefined],
    ["2025-01-01T00:60:00.000Z", undefined],
    ["2025-01-01T00:00:00.00Z", undefined],
    ["2025-01-01T00:00:00.0000Z", undefined],
    ["2025-01-01T00:00:00,000Z", undefined],
    ["2025-01-01t00:00:00.000z", undefined],
    ["2025-01-01 00:00:00.000Z", undefined],
    ["2025-01-01T00:00:00.000", undefined],
    ["2025-01-01T00:00:00.000+24:00", undefined],
    ["2025-01-01T00:00:00.000+0100", undefined],
    ["2025-01-01T00:00:00.000Z\n", undefined],
    ["+002025-01-01T00:00:00.000Z", undefined],
  ];
  it.each(cases)("parses %j", (text, want) => {
    expect(parseTimestamp(text)).toBe(want);
  });

  it("parses its own output", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 253402300799999 }), (timeMs) => {
        expect(parseTimestamp(formatTimestamp(timeMs))).toBe(timeMs);
      }),
    );
  });
});

describe("createAccessKey", () => {
  it("uses the given random source", () => {
    expect(createAccessKey((size) => new Uint8Array(size).fill(255))).toEqual({
      accessKey: `ak-${"_".repeat(24)}`,
      secretKey: "ff".repeat(32),
    });
  });

  it("creates pairs that differ and match the pattern", () => {
    const pairs = Array.from({ length: 50 }, () => createAccessKey());
    expect(new Set(pairs.map((pair) => pair.secretKey)).size).toBe(50);
    for (const { accessKey } of pairs) expect(accessKey).toMatch(/^[A-Za-z0-9._~-]{1,64}$/);
  });
});

function lowerCase(headers: Record<string, string>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]),
  );
}

function flipBit(text: string, at: number, bit: number): string {
  const index = at % text.length;
  return (
    text.slice(0, index) +
    String.fromCharCode(text.charCodeAt(index) ^ (1 << bit)) +
    text.slice(index + 1)
  );
}

function flipHex(hex: string, at: number, bit: number): string {
  const index = at % hex.length;
  const digit = Number.parseInt(hex.charAt(index), 16) ^ (1 << (bit % 4));
  return hex.slice(0, index) + digit.toString(16) + hex.slice(index + 1);
}
