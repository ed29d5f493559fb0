// x-credentials: its schema takes the rules that `signByRule` follows, and the examples of its page
// are signed and filled.

import { generateKeyPairSync } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { extensionSchemas } from "@specwright/extensions";
import { fillTemplate, type TemplateValue } from "@specwright/runtime";
import { type CredentialRule, memoryNonces, signByRule } from "@specwright/signing/rule";
import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { docsFolder, specsFolder } from "./read-spec.ts";

type Credentials = CredentialRule & { readonly place: { readonly [name: string]: TemplateValue } };

const ajv = new Ajv2020({ allErrors: true, strictTypes: false });
const validate = ajv.compile(extensionSchemas["x-credentials"] ?? false);
const vectors = JSON.parse(
  readFileSync(join(specsFolder, "vectors/signing/rules.json"), "utf8"),
) as {
  readonly rules: readonly { readonly name: string; readonly rule: CredentialRule }[];
};
const page = readFileSync(join(docsFolder, "extensions/x-credentials.md"), "utf8");

describe("x-credentials", () => {
  const place = { headers: { Signature: "{signature}" } };
  it.each(vectors.rules.map(({ name, rule }) => [name, rule] as const))(
    "takes the rule of %s",
    (_, rule) => {
      expect(validate({ ...rule, place }), ajv.errorsText(validate.errors)).toBe(true);
    },
  );

  const good = { algorithm: "hmac-sha256", text: ["{time}"], time: { unit: "ms" }, place };
  it.each<[change: object, valid: boolean]>([
    [{}, true],
    [{ renew: "never" }, true],
    [{ renew: { everyMs: 1 } }, true],
    [{ renew: { beforeExpiryMs: 0, at: "/a/0" } }, true],
    [{ renew: { everyMs: 1, at: "/a" } }, false],
    [{ renew: { beforeExpiryMs: 0, at: "a" } }, false],
    [{ text: undefined }, false],
    [{ text: [] }, false],
    [{ text: [{ of: [] }] }, false],
    [{ text: [{ of: ["a"], json: 1 }] }, false],
    [{ text: [{ hash: "md5", of: ["a"] }] }, false],
    [{ algorithm: "none" }, false],
    [{ algorithm: "none", text: undefined }, true],
    [{ algorithm: "md5" }, false],
    [{ place: {} }, false],
    [{ place: { headers: { "a b": "c" } } }, false],
    [{ place: { headers: { a: 1 } } }, false],
    [{ place: { message: { name: "auth" } } }, false],
    [{ place: { message: { name: "auth", payload: "{text}" } } }, true],
    [{ time: { unit: "min" } }, false],
    [{ hook: "x" }, false],
  ])("with %j is valid: %j", (change, valid) => {
    const document = JSON.parse(JSON.stringify({ ...good, ...change })) as object;
    expect(validate(document)).toBe(valid);
  });
});

describe("the examples of the page", () => {
  const blocks = [...page.matchAll(/```yaml\n([\s\S]*?)```/g)].map(([, text = ""]) => parse(text));
  const examples = blocks.flatMap((block): [string, Credentials][] =>
    Object.entries(block.channels ?? { kraken: block }).map(([name, channel]) => [
      name,
      (channel as { readonly "x-credentials": Credentials })["x-credentials"],
    ]),
  );

  it("are of seven venues, and of a server of one's own", () => {
    expect(examples.map(([name]) => name)).toEqual([
      "bybit",
      "bitfinex",
      "kalshi",
      "deribit",
      "coinbase",
      "polymarket",
      "kraken",
      "orders",
    ]);
  });

  it.each(examples)("sign and fill the place of %s", async (_, { place, ...rule }) => {
    const { values, signature } = await signByRule(
      rule,
      {
        key: "the key",
        secret: secretFor(rule),
        values: { passphrase: "the passphrase", broker_id: "B1" },
      },
      {
        clock: { now: () => 1_700_000_000_000 },
        nonces: memoryNonces({ now: () => 1_700_000_000_000 }),
        path: "/a?b=c",
      },
    );
    const filled = JSON.stringify(fillTemplate(place, values));
    expect(filled).not.toMatch(/\{[a-z-]+\}/);
    expect(filled).toContain(rule.algorithm === "none" ? "the key" : signature);
  });
});

function secretFor({ algorithm, secret }: CredentialRule): string {
  if (secret === "base64") return "c2VjcmV0";
  if (secret === "hex") return "736563726574";
  const form = { type: "pkcs8", format: "pem" } as const;
  if (algorithm.startsWith("rsa")) {
    return String(generateKeyPairSync("rsa", { modulusLength: 2048 }).privateKey.export(form));
  }
  if (algorithm !== "es256") return "secret";
  return String(generateKeyPairSync("ec", { namedCurve: "P-256" }).privateKey.export(form));
}
