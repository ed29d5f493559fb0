import { describe, expect, test } from "vitest";
import { changesOf, documentWith } from "./changes-of.ts";

const key = (name: string) => ({ type: "apiKey", in: "header", name });
const schemes = (all: object) => ({ components: { securitySchemes: all } });
const oauth = (flow: object) => ({
  oauth: { type: "oauth2", flows: { clientCredentials: { tokenUrl: "/token", ...flow } } },
});
const keys = schemes({ key: key("K"), other: key("O") });
const host = (url: string, more: object = {}) => ({ servers: [{ url, ...more }] });
const region = (variable: object) =>
  host("https://{region}.example.com", { variables: { region: { default: "eu", ...variable } } });

type Row = readonly [what: string, base: object, revision: object, wanted: readonly string[]];

const servers: readonly Row[] = [
  ["no list means /", {}, host("/"), []],
  [
    "another URL",
    host("https://a.example.com"),
    host("https://b.example.com"),
    ["server-url-changed: breaking wire, server https://a.example.com"],
  ],
  [
    "one more",
    host("/"),
    { servers: [{ url: "/v2" }, { url: "/" }] },
    ["server-added: non-breaking wire, server /v2"],
  ],
  [
    "one fewer",
    { servers: [{ url: "/v2" }, { url: "/" }] },
    host("/"),
    ["server-removed: breaking wire, server /v2"],
  ],
  [
    "another default",
    region({}),
    region({ default: "us" }),
    ["server-variable-default-changed: breaking wire, server https://{region}.example.com"],
  ],
  [
    "a list of values",
    region({ enum: ["eu", "us"] }),
    region({ enum: ["eu", "asia"] }),
    [
      "server-variable-value-removed: breaking wire, server https://{region}.example.com",
      "server-variable-value-added: non-breaking wire, server https://{region}.example.com",
    ],
  ],
];

const security: readonly Row[] = [
  [
    "order",
    { ...keys, security: [{ key: [], other: [] }] },
    { ...keys, security: [{ other: [], key: [] }] },
    [],
  ],
  [
    "first requirement",
    keys,
    { ...keys, security: [{ key: [] }] },
    ["security-added: breaking wire, document Shop security"],
  ],
  [
    "no requirement any more",
    { ...keys, security: [{ key: [] }] },
    keys,
    ["security-removed: non-breaking wire, document Shop security"],
  ],
  [
    "one more alternative",
    { ...keys, security: [{ key: [] }] },
    { ...keys, security: [{ key: [] }, { other: [] }] },
    ["security-added: non-breaking wire, document Shop security"],
  ],
  [
    "one alternative fewer",
    { ...keys, security: [{ key: [] }, { other: [] }] },
    { ...keys, security: [{ key: [] }] },
    ["security-removed: breaking wire, document Shop security"],
  ],
  [
    "required",
    { ...keys, security: [{}, { key: [] }] },
    { ...keys, security: [{ key: [] }] },
    ["security-became-required: breaking wire, document Shop security"],
  ],
  [
    "one more scope",
    { ...schemes(oauth({})), security: [{ oauth: ["read"] }] },
    { ...schemes(oauth({})), security: [{ oauth: ["read", "write"] }] },
    ["security-scope-added: breaking wire, document Shop security"],
  ],
  [
    "a renamed scheme",
    { ...schemes({ key: key("K") }), security: [{ key: [] }] },
    { ...schemes({ apiKey: key("K") }), security: [{ apiKey: [] }] },
    ["security-scheme-renamed: breaking code, security-scheme key"],
  ],
  [
    "a key in another header",
    { ...schemes({ key: key("K") }), security: [{ key: [] }] },
    { ...schemes({ key: key("L") }), security: [{ key: [] }] },
    ["security-scheme-location-changed: breaking wire, security-scheme key"],
  ],
  [
    "another URL",
    schemes(oauth({})),
    schemes(oauth({ tokenUrl: "/tokens" })),
    ["oauth-token-url-changed: breaking wire, security-scheme oauth"],
  ],
];

const texts: readonly Row[] = [
  [
    "info",
    { info: { title: "Shop", version: "1" } },
    { info: { title: "Store", version: "2", contact: { name: "Ann" } } },
    ["contact-changed: docs docs, document Shop", "title-changed: docs docs, document Shop"],
  ],
  [
    "tags",
    { tags: [{ name: "a" }, { name: "b" }] },
    { tags: [{ name: "b", description: "B" }, { name: "c" }] },
    [
      "tag-removed: docs docs, tag a",
      "description-changed: docs docs, tag b",
      "tag-added: docs docs, tag c",
    ],
  ],
  ["extension", { "x-a": 1 }, { "x-a": 2 }, ["extension-changed: docs docs, document Shop"]],
  [
    "named schemas",
    { components: { schemas: { A: { type: "string" }, B: { type: "null" } } } },
    { components: { schemas: { B: { type: "null" }, C: { type: "string" }, D: {} } } },
    ["schema-renamed: breaking code, schema A", "schema-added: non-breaking code, schema D"],
  ],
];

describe.each([
  ["servers", servers],
  ["security", security],
  ["texts", texts],
])("%s", (_area, rows) => {
  test.each(rows)("%s", async (_what, base, revision, wanted) => {
    expect(await changesOf(documentWith(base), documentWith(revision))).toEqual(wanted);
    expect(await changesOf(documentWith(base), documentWith(base))).toEqual([]);
  });
});
