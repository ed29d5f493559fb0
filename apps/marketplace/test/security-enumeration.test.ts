// Cases 1 to 9: a stranger cannot find out which users and things exist.

import { describe, expect, test } from "vitest";
import { mailBox } from "./mail-box.ts";
import { at, type RawAnswer, send, startMarketplace } from "./start-marketplace.ts";

const headers = { "x-request-id": "one-for-all" };

/** Returns everything in an answer that a client can distinguish. */
function visibleParts({ status, headers: given, body }: RawAnswer): object {
  return { status, headers: [...given].filter(([name]) => name !== "date"), body };
}

describe("users", () => {
  test("case 1: login says the same of an unknown user and of a wrong password", async () => {
    const { url } = await startMarketplace();
    const answers = [];
    for (const name of ["ada", "ada@people.example", "nobody", "nobody@people.example"]) {
      const body = { username_or_email: name, password: "wrong password" };
      answers.push(visibleParts(await send(`${url}/users/login`, "POST", { body, headers })));
    }
    expect(answers[0]).toMatchObject({ status: 401, body: { code: "invalid_credentials" } });
    for (const answer of answers) expect(answer).toEqual(answers[0]);
  });

  test("case 3: request-password says the same of everyone, and no id", async () => {
    const { url } = await startMarketplace();
    const answers = [];
    for (const name of ["ada", "ada@people.example", "nobody", "nobody@people.example", "\u00e4"]) {
      const body = { username_or_email: name };
      answers.push(
        visibleParts(await send(`${url}/users/request-password`, "POST", { body, headers })),
      );
    }
    expect(answers[0]).toMatchObject({ status: 202, body: { data: { key_lifetime_s: 3600 } } });
    for (const answer of answers) expect(answer).toEqual(answers[0]);
    expect(JSON.stringify(answers)).not.toMatch(/"id"/);
  });

  test("case 4: request-password answers before anyone is looked up", async () => {
    const box = mailBox();
    const { url, marketplace } = await startMarketplace({ mail: box.mail });
    const { users } = marketplace.storage.committed;
    const gate = Promise.withResolvers<void>();
    const find = users.byUsername;
    users.byUsername = async (name) => {
      await gate.promise;
      return await find(name);
    };
    const body = { username_or_email: "ada" };
    expect((await send(`${url}/users/request-password`, "POST", { body })).status).toBe(202);
    gate.resolve();
    await box.keys(1);
  });

  test("cases 5 and 6: a taken name or address is reported, up to a limit", async () => {
    const { url } = await startMarketplace({ rateLimits: { quotas: { register: 3 } } });
    const answers = [];
    for (const taken of [{ email: "ADA@people.example" }, { username: "Ada" }, {}, {}]) {
      const body = { username: "eve", email: "eve@people.example", password: "long enough" };
      answers.push(await send(`${url}/users`, "POST", { body: { ...body, ...taken } }));
    }
    expect(answers.map(({ status, body }) => [status, at(body, "code")])).toEqual([
      [409, "email_taken"],
      [409, "username_taken"],
      [201, undefined],
      [429, "too_many_requests"],
    ]);
    expect(answers[3]?.headers.get("retry-after")).toBe("3600");
  });

  test("case 7: a stranger gets the same refusal whether or not the user exists", async () => {
    const { url, token } = await startMarketplace();
    const bob = await token("bob");
    for (const [method, body] of [
      ["POST", { first_name: "X" }],
      ["DELETE", undefined],
    ] as const) {
      const options = { token: bob, body, headers };
      const [existing, missing] = [
        await send(`${url}/users/1`, method, options),
        await send(`${url}/users/99`, method, options),
      ];
      expect(visibleParts(existing)).toEqual(visibleParts(missing));
      expect(existing.status).toBe(403);
    }
  });
});

test("case 8: a stranger cannot distinguish an image of a hidden listing from a missing one", async () => {
  const { url, token, marketplace } = await startMarketplace();
  const bob = await token("bob");
  await marketplace.storage.transaction(async ({ attachments }) => {
    for (const listingId of [2, 3, 4, 5]) {
      const size = { byteSize: 1, width: 1, height: 1, sortOrder: 0, createdAt: 0 };
      const fileName = `${listingId}.png`;
      const file = { fileName, mediaType: "image/png", sha256: "0".repeat(64) } as const;
      const isSized = true;
      await attachments.insert({ listingId, isSized, ...file, ...size });
    }
  });
  for (const [method, body] of [
    ["GET", undefined],
    ["POST", { sort_order: 0 }],
    ["DELETE", undefined],
  ] as const) {
    const options = { token: bob, body, headers };
    const missing = visibleParts(await send(`${url}/attachments/99`, method, options));
    expect(missing).toMatchObject({ status: 404 });
    for (const id of [1, 2, 3, 4]) {
      expect(visibleParts(await send(`${url}/attachments/${id}`, method, options))).toEqual(
        missing,
      );
    }
  }
});

test("case 9: to a stranger, an unpublished listing does not exist", async () => {
  const { url, token } = await startMarketplace();
  const bob = await token("bob");
  const calls = [
    { method: "GET", path: "" },
    { method: "POST", path: "", body: { title: "x" } },
    { method: "DELETE", path: "" },
    { method: "POST", path: "/hide" },
    { method: "POST", path: "/submit" },
    { method: "POST", path: "/approve" },
    { method: "POST", path: "/report", body: { details: "x" } },
  ];
  for (const { method, path, body } of calls) {
    const options = { token: bob, body, headers };
    const missing = visibleParts(await send(`${url}/listings/99${path}`, method, options));
    expect(missing).toMatchObject({ status: 404 });
    for (const id of [2, 3, 4, 5]) {
      expect(visibleParts(await send(`${url}/listings/${id}${path}`, method, options))).toEqual(
        missing,
      );
    }
  }
});
