// x-credentials: its schema accepts the rules that `signByRule` follows, its page names all of its fields,
// and signing the examples of the page gives the expected values.

import { generateKeyPairSync } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fillTemplate, type TemplateValue } from "@specwright/runtime";
import { extensionSchemas } from "@specwright/spec-loader";
import { type CredentialRule, memoryNonces, signByRule } from "@specwright/streams/signing";
import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { docsFolder, fieldsOf, type Json, specsFolder } from "./read-spec.ts";

type Scheme = CredentialRule & {
  readonly place: { readonly [name: string]: TemplateValue };
  readonly ticket?: { readonly headers: TemplateValue };
};

interface Credentials {
  readonly version: 1;
  readonly schemes: Readonly<Record<string, Scheme>>;
}

const ajv = new Ajv2020({ allErrors: true, strictTypes: false });
const { "x-credentials": schema = {} } = extensionSchemas;
const validate = ajv.compile(schema);
const ofScheme = (scheme: object): object => ({ version: 1, schemes: { one: scheme } });
const vectors = JSON.parse(
  readFileSync(join(specsFolder, "vectors/signing/rules.json"), "utf8"),
) as {
  readonly rules: readonly { readonly name: string; readonly rule: CredentialRule }[];
};
const page = readFileSync(join(docsFolder, "extensions/x-credentials.md"), "utf8");

describe("x-credentials", () => {
  const place = { headers: { Signature: "{signature}" } };
  it.each(vectors.rules.map(({ name, rule }) => [name, rule] as const))(
    "accepts the rule of %s",
    (_, rule) => {
      expect(validate(ofScheme({ ...rule, place })), ajv.errorsText(validate.errors)).toBe(true);
    },
  );

  const good = { algorithm: "hmac-sha256", text: ["{time}"], time: { unit: "ms" }, place };
  it.each<[change: object, valid: boolean]>([
    [{}, true],
    [{ renew: "never" }, false],
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
    [{ place: { message: { accepted: "done" } } }, false],
    [{ place: { message: { payload: "{text}" } } }, true],
    [{ place: { eachSubscribe: {} } }, false],
    [{ place: { eachSubscribe: { params: { token: "{token}" } } } }, true],
    [{ ticket: { server: "https://a", path: "/b", token: "/c" } }, true],
    [{ ticket: { server: "ws://a", path: "/b", token: "/c" } }, false],
    [{ ticket: { server: "https://a", path: "/b" } }, false],
    [{ values: ["passphrase"] }, true],
    [{ values: [] }, false],
    [{ parameters: { at: "params" } }, false],
    [{ time: { unit: "min" } }, false],
    [{ hook: "x" }, false],
  ])("with %j is valid: %j", (change, valid) => {
    const document = JSON.parse(JSON.stringify({ ...good, ...change })) as object;
    expect(validate(ofScheme(document))).toBe(valid);
  });

  it("has a page that names each of its fields", () => {
    const missing = fieldsOf(schema as Json).filter((field) => !page.includes(`\`${field}\``));
    expect(missing).toEqual([]);
  });
});

describe("the examples of the page", () => {
  const blocks = [...page.matchAll(/```yaml\n([\s\S]*?)```/g)].map(([, text = ""]) => parse(text));
  const uses = blocks.flatMap((block): [string, Credentials][] =>
    Object.entries(block.channels).map(([name, channel]) => [
      name,
      (channel as { readonly "x-credentials": Credentials })["x-credentials"],
    ]),
  );

  it("cover nine contracts, and match the schema", () => {
    expect(uses.map(([name]) => name)).toEqual([
      "bybit",
      "bitfinex",
      "kalshi",
      "binance",
      "kraken",
      "deribit",
      "coinbase",
      "polymarket",
      "orders",
    ]);
    for (const [name, use] of uses) {
      expect(validate(use), `${name}: ${ajv.errorsText(validate.errors)}`).toBe(true);
    }
  });

  const schemes = uses.flatMap(([name, use]) =>
    Object.entries(use.schemes).map(([scheme, rule]) => [`${name} ${scheme}`, rule] as const),
  );
  it.each(schemes)("sign and fill the place of %s", async (_, { place, ticket, ...rule }) => {
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
    const further = { ...values, id: 1, token: "the ticket" };
    const filled = JSON.stringify(fillTemplate([place, ticket?.headers ?? null], further));
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
  if (algorithm === "ed25519")
    return String(generateKeyPairSync("ed25519").privateKey.export(form));
  if (algorithm !== "es256") return "secret";
  return String(generateKeyPairSync("ec", { namedCurve: "P-256" }).privateKey.export(form));
}
