// The vectors in specs/vectors/signing come from an implementation in another language.

import { readFileSync } from "node:fs";
import { signUpgrade, verifyUpgrade } from "@specwright/streams/signing";
import { describe, expect, it } from "vitest";
import { canonicalText } from "../../src/signing/canonical-text.ts";
import { parseTimestamp } from "../../src/signing/timestamp.ts";

interface Vector {
  readonly name: string;
  readonly secret: string;
  readonly path: string;
  readonly timestamp: string;
  readonly broker_id: string;
  readonly access_key: string;
  readonly canonical: string;
  readonly signature: string;
  readonly presented?: string;
}

const file = new URL("../../../../specs/vectors/signing/vectors.json", import.meta.url);
const vectors: { readonly valid: readonly Vector[]; readonly invalid: readonly Vector[] } =
  JSON.parse(readFileSync(file, "utf8"));

async function verdict(vector: Vector, signature: string): Promise<string> {
  const result = await verifyUpgrade({
    headers: {
      "PRE-ACCESS-KEY": vector.access_key,
      "PRE-ACCESS-TIMESTAMP": vector.timestamp,
      "PRE-ACCESS-SIGNATURE": signature,
    },
    path: vector.path,
    lookupKey: () => ({ secretKey: vector.secret, brokerId: vector.broker_id }),
    clock: { now: () => parseTimestamp(vector.timestamp) ?? 0 },
  });
  return result.ok ? "ok" : result.code;
}

const { valid, invalid } = vectors;

describe("signing vectors", () => {
  it.each([...valid, ...invalid].map(named))("%s: signs", async (_name, vector) => {
    const { path, timestamp } = vector;
    const [brokerId, accessKey] = [vector.broker_id, vector.access_key];
    expect(canonicalText({ path, timestamp, brokerId, accessKey })).toBe(vector.canonical);
    const headers = signUpgrade({ secretKey: vector.secret, path, timestamp, brokerId, accessKey });
    expect(headers["PRE-ACCESS-SIGNATURE"]).toBe(vector.signature);
    expect(await verdict(vector, vector.signature)).toBe("ok");
  });

  it.each(invalid.map(named))("%s: refuses", async (_name, vector) => {
    expect(await verdict(vector, vector.presented ?? "")).toMatch(
      /^(bad_signature|malformed_header|missing_header)$/,
    );
  });
});

function named(vector: Vector): [name: string, vector: Vector] {
  return [vector.name, vector];
}
