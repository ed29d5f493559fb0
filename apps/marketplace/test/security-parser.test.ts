// Cases 73 to 75, 78 to 80, 82 and 83: hostile bodies and texts.

import { readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { mailBox } from "./mail-box.ts";
import { exchangeBytes, requestBytes } from "./raw-exchange.ts";
import { at, errorPointers, PASSWORD, send, startMarketplace } from "./start-marketplace.ts";

const MIB = 1024 * 1024;
/** The maximum size of a body of createListing, in bytes. */
const MOST = 128 * 1024;
const user = { username: "eve", email: "eve@people.example", password: "long enough" };

function nested(open: string, close: string, depth: number): string {
  return `{"title":${open.repeat(depth)}1${close.repeat(depth)}}`;
}

describe("a body", () => {
  test.each<[name: string, body: string | Uint8Array<ArrayBuffer>, status: number]>([
    ["10,000 arrays deep", nested("[", "]", 10_000), 400],
    ["10,000 objects deep", nested('{"a":', "}", 10_000), 400],
    ["100,000 arrays deep, never closed", "[".repeat(100_000), 400],
    ["of a byte more than the operation takes", `{"title":"${"x".repeat(MOST - 11)}"}`, 413],
    ["of 10,000 keys", `{${Array.from({ length: 10_000 }, (_, at) => `"${at}":1`).join()}}`, 400],
    ["with a number of 100,000 digits", `{"title":${"9".repeat(100_000)}}`, 400],
    ["with a number that is infinite", '{"title":1e999}', 400],
    ["with a key twice", '{"title":"a","title":"b"}', 400],
    ["with a key twice, once escaped", '{"title":"a","\\u0074itle":"b"}', 400],
    ["with a byte order mark", '\ufeff{"title":"a"}', 400],
    ["in UTF-16", new Uint8Array(Buffer.from('{"title":"a"}', "utf16le")), 400],
    [
      "in broken UTF-8",
      new Uint8Array([...Buffer.from('{"title":"'), 0xc0, 0xaf, 0x22, 0x7d]),
      400,
    ],
    [
      "in UTF-8 of a surrogate",
      new Uint8Array([...Buffer.from('{"title":"'), 0xed, 0xa0, 0x80, 0x22, 0x7d]),
      400,
    ],
    ["with half a surrogate pair", '{"title":"\\ud800"}', 400],
    ["with half a surrogate pair as a key", '{"title":"a","\\udfff":1}', 400],
    ["with a NUL", '{"title":"a\\u0000b"}', 400],
    ["with a NUL in a field that no pattern guards", '{"title":"a","free":{"a":["\\u0000"]}}', 400],
    ["with a bare NUL", '{"title":"a\0b"}', 400],
    ["with a trailing comma", '{"title":"a",}', 400],
    ["with a comment", '{"title":"a"/**/}', 400],
    ["with more after it", '{"title":"a"}{}', 400],
    ["that is a string", '"title"', 400],
    ["that is null", "null", 400],
    ["that is an array", "[]", 400],
    ["of spaces", " ".repeat(1000), 400],
  ])("case 73: %s is refused", async (_name, body, status) => {
    const customFields = { listings: { free: { schema: true } } };
    const { url, token } = await startMarketplace({ customFields });
    const answer = await send(`${url}/listings`, "POST", { body, token: await token("ada") });
    expect(answer.status).toBe(status);
    expect(answer.type).toMatch(/^application\/problem\+json/);
    const errors = at(answer.body, "errors");
    if (Array.isArray(errors)) expect(errors.length).toBeLessThanOrEqual(256);
  });

  test.each<[type: string | undefined, status: number]>([
    ["application/json", 201],
    ["Application/JSON; charset=UTF-8", 201],
    ["application/json; charset=utf-16", 415],
    ["application/json; charset=latin1", 415],
    ["text/plain", 415],
    ["application/x-www-form-urlencoded", 415],
    ["multipart/form-data; boundary=x", 415],
    ["application/jsonx", 415],
    ["json", 415],
    ["*/*", 415],
    ["", 415],
  ])("case 74: of type %s is %s", async (type, status) => {
    const { url, token } = await startMarketplace();
    const headers = { "content-type": `${type}` };
    const options = { body: '{"title":"x"}', headers, token: await token("ada") };
    expect((await send(`${url}/listings`, "POST", options)).status).toBe(status);
  });

  test("case 74: a compressed body is not read, whatever its size", async () => {
    const { url, token } = await startMarketplace();
    const bomb = new Uint8Array(gzipSync(Buffer.alloc(64 * MIB, " ")));
    expect(bomb.byteLength).toBeLessThan(MIB);
    for (const encoding of ["gzip", "deflate", "br", "gzip, gzip", "x"]) {
      const headers = { "content-encoding": encoding };
      const options = { body: bomb, headers, token: await token("ada") };
      expect((await send(`${url}/listings`, "POST", options)).status).toBe(415);
    }
  });
});

describe("text", () => {
  const hostile = [
    "'; DROP TABLE users; --",
    `" OR "1"="1`,
    "%' OR 1=1 --",
    "100%_\\%",
    "$1 :name ? @p",
    "\\'); DELETE FROM listings; --",
    "<script>alert(1)</script><img src=x onerror=alert(1)>",
    "javascript:alert(1)",
    "{{constructor.constructor('return 1')()}} ${7*7} %user_password% %{user} <%= 7*7 %>",
    "\u{1f6b2} e\u0301",
  ];
  /** Reverses the direction of the following text, and has no width: valid only in long texts. */
  const hidden = "\u202egnp.exe \u200b\u2028";

  test("cases 75 and 79: is stored and returned unchanged", async () => {
    const { as, url, token } = await startMarketplace();
    const ada = await as("ada");
    for (const text of hostile) {
      const body = { title: text.replaceAll(/\p{Cc}/gu, " "), description: text };
      const made = await ada.createListing({ body });
      expect(made).toMatchObject({ status: 201, body: { data: body } });
      const names = { first_name: text.slice(0, 64), description: text };
      const changed = await ada.updateUser({ path: { user_id: 1 }, body: names });
      expect(changed).toMatchObject({ status: 200, body: { data: names } });
    }
    const listing = { title: "A chess clock", description: hidden };
    const kept = await ada.createListing({ body: listing });
    expect(kept).toMatchObject({ status: 201, body: { data: listing } });
    const named = { body: { title: hidden }, token: await token("ada") };
    const refused = await send(`${url}/listings`, "POST", named);
    expect([refused.status, errorPointers(refused.body)]).toEqual([400, ["/title"]]);
    // The answer is always JSON.
    const answer = await send(`${url}/users/1`, "GET", { token: await token("ada") });
    expect(answer.type).toMatch(/^application\/json/);
    expect(answer.headers.get("x-content-type-options")).toBe("nosniff");
    expect((await ada.listListings({ query: { limit: 100 } })).status).toBe(200);
  });

  test("case 75: finds no user by name", async () => {
    const { url, token } = await startMarketplace();
    for (const text of [...hostile, hidden, "a%", "_da", "ada'--", "ada\u0000"]) {
      const body = { username_or_email: text, password: PASSWORD };
      const { status } = await send(`${url}/users/login`, "POST", { body });
      expect([400, 401]).toContain(status);
      const cursor = encodeURIComponent(text);
      const list = `${url}/listings?cursor=${cursor}`;
      expect((await send(list, "GET", { token: await token("ada") })).status).toBe(400);
    }
  });

  test.each([
    '"x" <evil@x.example>',
    "a@x.example,b@x.example",
    "a@x.example\r\nBcc: evil@x.example",
    "a@x.example\nb",
    '"a b"@x.example',
    "a@x.example>",
    "<a@x.example>",
    "a b@x.example",
    "a@x..example",
    "a@-x.example",
    "a@",
    "@x.example",
    "a@@x.example",
    "a@x.example ",
    "\u0430da@people.example",
    "a@p\u00e9ople.example",
    `a@${"x".repeat(300)}.example`,
  ])("case 78: %j is not a mail address", async (email) => {
    const { url } = await startMarketplace();
    const answer = await send(`${url}/users`, "POST", { body: { ...user, email } });
    expect(answer.status).toBe(400);
    expect(errorPointers(answer.body)).toContain("/email");
  });

  test("case 80: appears literally in a mail: nothing is expanded", async () => {
    const box = mailBox();
    const { as } = await startMarketplace({ mail: box.mail });
    const tokens = "%user_password% {{user.email}} ${env.HOME} %{key} $1 <%= x %>";
    const ada = await as("ada");
    await ada.updateListing({ path: { listing_id: 1 }, body: { title: tokens } });
    const report = { path: { listing_id: 1 }, body: { details: tokens } };
    expect((await (await as("bob")).reportListing(report)).status).toBe(200);
    await expect.poll(() => box.messages).toHaveLength(1);
    const { subject = "", text = "" } = box.messages[0] ?? {};
    expect(subject).toContain(tokens);
    expect(text).toContain(`> ${tokens}`);
  });
});

test("case 82: no pattern of the contract takes long for 100 kB", () => {
  const patterns = new Set<string>();
  for (const file of [
    "marketplace/openapi.yaml",
    "responses/problems.yaml",
    "schemas/problem.yaml",
  ]) {
    const url = new URL(`../../../specs/${file}`, import.meta.url);
    collectPatterns(parse(readFileSync(url, "utf8")), patterns);
  }
  expect(patterns.size).toBeGreaterThan(8);
  for (const pattern of patterns) {
    const expression = new RegExp(pattern, "u");
    for (const unit of ["a", "0", ".", "-", "@", "a@", "a.", " ", "\u00e9", '"', "A_", "\\"]) {
      const text = unit.repeat(100_000 / unit.length);
      // A parser that backtracks would take minutes here.
      for (const whole of [text, `${text}\u0000`, `a@${text}\u0000`]) expression.test(whole);
    }
  }
});

test("case 83: nothing that a client says begins a line of the log", async () => {
  const { url, logs } = await startMarketplace();
  const forged = '{"level":"info","msg":"forged"}';
  for (const [target, headers] of [
    [`/users/me%0a${encodeURIComponent(forged)}`, []],
    ["/users/me", [`X-Request-Id: ${forged}`]],
    ["/users/me", [`User-Agent: ${forged}`]],
    ["/users/me", [`X-Request-Id: abcdefgh\u0085${forged}`]],
  ] as const) {
    await exchangeBytes(url, requestBytes(url, target, headers));
  }
  const body = { username_or_email: `ada\n${forged}`, password: "x" };
  await send(`${url}/users/login`, "POST", { body });
  expect(logs.length).toBeGreaterThan(4);
  for (const line of logs) {
    expect(line.trimEnd().split(/[\r\n\u0085\u2028]/)).toHaveLength(1);
    expect(JSON.parse(line)).not.toMatchObject({ msg: "forged" });
    expect(line).not.toContain("forged");
  }
});

function collectPatterns(value: unknown, patterns: Set<string>): void {
  if (typeof value !== "object" || value === null) return;
  for (const [key, inner] of Object.entries(value)) {
    if (key === "pattern" && typeof inner === "string") patterns.add(inner);
    else collectPatterns(inner, patterns);
  }
}
