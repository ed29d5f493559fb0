// Entity tags, the characters of names, and preflight requests.

import { describe, expect, test } from "vitest";
import { at, errorPointers, PASSWORD, send, startMarketplace } from "./start-marketplace.ts";

describe("T15 an ETag", () => {
  test("T15 names one representation: the owner's differs from the others'", async () => {
    const { url, token } = await startMarketplace();
    const ada = await send(`${url}/users/1`, "GET", { token: await token("ada") });
    const bob = await send(`${url}/users/1`, "GET", { token: await token("bob") });
    expect(at(ada.body, "data", "email")).toBe("ada@people.example");
    expect(at(bob.body, "data", "email")).toBeUndefined();
    const tags = [ada, bob].map(({ headers }) => headers.get("etag"));
    for (const tag of tags) expect(tag).toMatch(/^"\d+\.[\w-]+"$/);
    expect(tags[0]).not.toBe(tags[1]);
  });

  test("T15 changes with every shown value, also of another row", async () => {
    const { as, url, token } = await startMarketplace();
    const ada = await as("ada");
    const secret = await token("ada");
    const read = () => send(`${url}/listings/1`, "GET", { token: secret });
    const before = await read();
    await ada.updateListing({ path: { listing_id: 1 }, body: { description: "Brass" } });
    const after = await read();
    expect(after.headers.get("etag")).not.toBe(before.headers.get("etag"));
    expect((await read()).headers.get("etag")).toBe(after.headers.get("etag"));
  });

  test.each<[what: string, path: string]>([
    ["a user", "/users/1"],
    ["the caller", "/users/me"],
    ["a listing", "/listings/1"],
  ])("T15 of %s, in If-None-Match, is answered 304 without a body", async (_what, path) => {
    const { url, token } = await startMarketplace();
    const session = { token: await token("ada") };
    const first = await send(`${url}${path}`, "GET", session);
    const tag = `${first.headers.get("etag")}`;
    for (const known of [tag, `W/${tag}`, `"other", ${tag}`, "*"]) {
      const headers = { "if-none-match": known };
      const again = await send(`${url}${path}`, "GET", { ...session, headers });
      expect([known, again.status, again.body]).toEqual([known, 304, undefined]);
      expect(again.headers.get("etag")).toBe(tag);
    }
    const headers = { "if-none-match": '"other"' };
    expect((await send(`${url}${path}`, "GET", { ...session, headers })).status).toBe(200);
  });

  test("T15 of another caller does not cause a 304", async () => {
    const { url, token } = await startMarketplace();
    const ada = await send(`${url}/users/1`, "GET", { token: await token("ada") });
    const headers = { "if-none-match": `${ada.headers.get("etag")}` };
    const bob = await send(`${url}/users/1`, "GET", { token: await token("bob"), headers });
    expect(bob.status).toBe(200);
  });
});

describe("T15 a name", () => {
  const refused: readonly [what: string, text: string][] = [
    ["that turns the direction", "abc\u202egnp.exe"],
    ["of isolates", "a\u2066b\u2069"],
    ["with a mark of direction", "a\u200eb"],
    ["without width", "a\u200bb"],
    ["with a byte order mark inside", "a\ufeffb"],
    ["with a line separator", "a\u2028b"],
    ["with a soft hyphen", "a\u00adb"],
    ["of tags without a flag", "a\u{e0041}\u{e0042}"],
    ["of tags after an unknown flag", "\u{1f3f4}\u{e0041}"],
    ["with variation selectors beyond those of emoji", "a\u{e0100}"],
    ["with a Mongolian variation selector", "a\u180b"],
    ["of no character", "a\uffff"],
    ["with a sign that begins a beam", "a\u{1d173}"],
    ["of Hangul fillers", "\u3164\u115f"],
  ];
  test.each(refused)("T15 %s is not a title or a name of a person", async (_what, text) => {
    const { url, token } = await startMarketplace();
    const session = { token: await token("ada") };
    const title = await send(`${url}/listings`, "POST", { ...session, body: { title: text } });
    expect([title.status, errorPointers(title.body)]).toEqual([400, ["/title"]]);
    const body = { first_name: text, last_name: text };
    const name = await send(`${url}/users/1`, "POST", { ...session, body });
    expect([name.status, errorPointers(name.body)]).toEqual([400, ["/first_name", "/last_name"]]);
  });

  test.each<[what: string, title: string]>([
    ["of blanks alone", " \u00a0\u3000 "],
    ["of a joiner alone", "\u200d"],
    ["of an accent alone", "\u0301"],
    ["of the invisible letter of braille", "\u2800"],
  ])("T15 %s is not a title", async (_what, title) => {
    const { url, token } = await startMarketplace();
    const answer = await send(`${url}/listings`, "POST", {
      token: await token("ada"),
      body: { title },
    });
    expect([answer.status, errorPointers(answer.body)]).toEqual([400, ["/title"]]);
  });

  test.each<[what: string, text: string]>([
    ["of an emoji family, with its joiners", "\u{1f469}\u200d\u{1f467}"],
    ["with the flag of Wales", "\u{1f3f4}\u{e0067}\u{e0062}\u{e0077}\u{e006c}\u{e0073}\u{e007f}"],
    ["in Persian, with its non-joiner", "\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645"],
    ["in Hebrew", "\u05e9\u05dc\u05d5\u05dd"],
    ["with a combining accent", "e\u0301clair"],
  ])("T15 %s is a title", async (_what, title) => {
    const { url, token } = await startMarketplace();
    const session = { token: await token("ada") };
    const made = await send(`${url}/listings`, "POST", { ...session, body: { title } });
    expect([made.status, at(made.body, "data", "title")]).toEqual([201, title]);
  });

  test("T15 of a user is not accepted as their password, in any case, nor is the address", async () => {
    const { url, token } = await startMarketplace();
    for (const password of ["marguerite", "MarGuerite", "m@people.example"]) {
      const body = { username: "marguerite", email: "m@people.example", password };
      const answer = await send(`${url}/users`, "POST", { body });
      expect([password, answer.status, errorPointers(answer.body)]).toEqual([
        password,
        400,
        ["/password"],
      ]);
    }
    const body = { username: "marguerite", email: "m@people.example", password: PASSWORD };
    expect((await send(`${url}/users`, "POST", { body })).status).toBe(201);
    const mine = { token: await token("marguerite") };
    const change = { password: "Marguerite", current_password: PASSWORD };
    const { status, body: problem } = await send(`${url}/users/me`, "GET", mine);
    expect(status).toBe(200);
    const path = `${url}/users/${at(problem, "data", "id")}`;
    const changed = await send(path, "POST", { ...mine, body: change });
    expect([changed.status, errorPointers(changed.body)]).toEqual([400, ["/password"]]);
  });
});

test("T15 OPTIONS without a preflight is 405 as a problem, origins allowed or not", async () => {
  for (const allowedOrigins of [[], ["https://shop.example"]]) {
    const { url } = await startMarketplace({ allowedOrigins });
    const answer = await send(`${url}/users/1`, "OPTIONS");
    expect([answer.status, answer.type]).toEqual([405, "application/problem+json; charset=utf-8"]);
    expect(answer.headers.get("allow")).toBe("DELETE, GET, HEAD, POST");
  }
});
