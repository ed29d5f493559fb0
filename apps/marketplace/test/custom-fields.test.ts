import { createMarketplace, fileFolder } from "@specwright/marketplace";
import { describe, expect, test } from "vitest";
import type { CustomFieldDeclarations } from "../src/custom-fields/custom-fields.ts";
import { MarketplaceError, marketplaceErrorCodes } from "../src/marketplace-error.ts";
import {
  at,
  errorPointers,
  PASSWORD,
  STAFFED,
  send,
  startMarketplace,
} from "./start-marketplace.ts";

const customFields = {
  users: {
    favourite_colour: { schema: { type: "string", maxLength: 20 }, public: true },
    shoe_size: { schema: { type: "integer", minimum: 1 } },
    rank: { schema: { enum: ["gold", "silver"] }, public: true, writableBy: "admin" },
  },
  listings: {
    weight_kg: { schema: { type: "number", minimum: 0 }, required: true },
    size: {
      schema: {
        type: "object",
        properties: { width: { type: "integer" } },
        required: ["width"],
        additionalProperties: false,
      },
    },
    ready_on: { schema: { type: "string", format: "date" } },
    anything: { schema: true },
  },
} satisfies Record<string, CustomFieldDeclarations>;

const user = { username: "eve", email: "eve@people.example", password: PASSWORD };

interface Case {
  readonly body: object;
  readonly status: number;
  readonly pointers: readonly string[];
}

describe("custom fields of users", () => {
  test.each<Case>([
    { body: { favourite_colour: "navy", shoe_size: 38 }, status: 201, pointers: [] },
    { body: { favourite_colour: null }, status: 201, pointers: [] },
    {
      body: { favourite_colour: 1, shoe_size: "38" },
      status: 400,
      pointers: ["/favourite_colour", "/shoe_size"],
    },
    { body: { favourite_color: "navy" }, status: 400, pointers: ["/favourite_color"] },
    { body: { rank: "gold" }, status: 400, pointers: ["/rank"] },
    { body: { toString: "x" }, status: 400, pointers: ["/toString"] },
    { body: { first_name: 1, nonsense: 1 }, status: 400, pointers: ["/first_name", "/nonsense"] },
  ])("$body: $status", async ({ body, status, pointers }) => {
    const { url } = await startMarketplace({ customFields });
    const answer = await send(`${url}/users`, "POST", { body: { ...user, ...body } });
    expect(answer.status).toBe(status);
    expect(errorPointers(answer.body)).toEqual(pointers);
  });

  test("are seen by others when they are public", async () => {
    const { url, token } = await startMarketplace({ customFields });
    const body = { ...user, favourite_colour: "navy", shoe_size: 38 };
    await send(`${url}/users`, "POST", { body });
    const seen = async (viewer: string): Promise<unknown[]> => {
      const answer = await send(`${url}/users/4`, "GET", { token: await token(viewer) });
      const data = at(answer.body, "data");
      return [at(data, "favourite_colour"), at(data, "shoe_size")];
    };
    expect(await seen("eve")).toEqual(["navy", 38]);
    expect(await seen("root")).toEqual(["navy", 38]);
    expect(await seen("bob")).toEqual(["navy", undefined]);
  });

  test("are written, kept and cleared; some by administrators only", async () => {
    const { url, token } = await startMarketplace({ customFields });
    const tokens = { ada: await token("ada"), root: await token("root") };
    const steps: readonly {
      who: "ada" | "root";
      body: object;
      status: number;
      want: readonly unknown[];
    }[] = [
      {
        who: "ada",
        body: { favourite_colour: "navy", shoe_size: 38 },
        status: 200,
        want: ["navy", 38, undefined],
      },
      { who: "ada", body: { shoe_size: null }, status: 200, want: ["navy", undefined, undefined] },
      { who: "ada", body: { rank: "gold" }, status: 400, want: ["navy", undefined, undefined] },
      { who: "root", body: { rank: "gold" }, status: 200, want: ["navy", undefined, "gold"] },
      { who: "root", body: { rank: "lead" }, status: 400, want: ["navy", undefined, "gold"] },
    ];
    for (const { who, body, status, want } of steps) {
      const answer = await send(`${url}/users/1`, "POST", { token: tokens[who], body });
      expect(answer.status).toBe(status);
      const data = at((await send(`${url}/users/1`, "GET", { token: tokens.ada })).body, "data");
      expect(["favourite_colour", "shoe_size", "rank"].map((name) => at(data, name))).toEqual(want);
    }
  });
});

describe("custom fields of listings", () => {
  test.each<Case>([
    { body: { weight_kg: 1.5 }, status: 201, pointers: [] },
    { body: {}, status: 400, pointers: ["/weight_kg"] },
    { body: { weight_kg: null }, status: 400, pointers: ["/weight_kg"] },
    { body: { weight_kg: -1 }, status: 400, pointers: ["/weight_kg"] },
    {
      body: { weight_kg: 1, size: { height: 1 } },
      status: 400,
      pointers: ["/size/width", "/size/height"],
    },
    { body: { weight_kg: 1, size: { width: 1.5 } }, status: 400, pointers: ["/size/width"] },
    { body: { weight_kg: 1, ready_on: "2026-02-30" }, status: 400, pointers: ["/ready_on"] },
    { body: { weight_kg: 1, status: "publish" }, status: 400, pointers: ["/status"] },
  ])("$body: $status", async ({ body, status, pointers }) => {
    const { url, token } = await startMarketplace({ customFields });
    const answer = await send(`${url}/listings`, "POST", {
      token: await token("ada"),
      body: { title: "x", ...body },
    });
    expect(answer.status).toBe(status);
    expect(errorPointers(answer.body)).toEqual(pointers);
  });

  test("cannot be cleared when they are required, and need not be sent again", async () => {
    const { url, token } = await startMarketplace({ customFields });
    const secret = await token("ada");
    const create = { token: secret, body: { title: "x", weight_kg: 1 } };
    const { body } = await send(`${url}/listings`, "POST", create);
    const address = `${url}/listings/${at(body, "data", "id")}`;
    for (const [change, want] of [
      [{ title: "y" }, 200],
      [{ weight_kg: null }, 400],
    ] as const) {
      const answer = await send(address, "POST", { token: secret, body: change });
      expect(answer.status).toBe(want);
    }
  });

  test("keep every digit and every key", async () => {
    const { url, token } = await startMarketplace({ customFields });
    const text = '{"n":[9007199254740993,-1],"__proto__":{"x":1},"constructor":"c"}';
    const authorization = `Bearer ${await token("ada")}`;
    const answer = await fetch(`${url}/listings`, {
      method: "POST",
      headers: { authorization, "content-type": "application/json" },
      body: `{"title":"x","weight_kg":1,"anything":${text}}`,
    });
    expect(answer.status).toBe(201);
    expect(await answer.text()).toContain(text);
    const listed = await fetch(`${url}/listings`, { headers: { authorization } });
    expect(await listed.text()).toContain(text);
  });
});

test("of listings that are not public are seen by the owner, moderators and administrators", async () => {
  const { url, token, clientOf, anonymous } = await startMarketplace({
    seed: STAFFED,
    customFields: {
      listings: {
        brand: { schema: { type: "string" } },
        model: { schema: { type: "string" }, public: true },
        cost: { schema: { type: "integer" }, public: false, moderated: true },
      },
    },
  });
  const secret = await token("ada");
  const body = { title: "x", description: "y", brand: "Bell", model: "T5", cost: 7 };
  const made = await send(`${url}/listings`, "POST", { token: secret, body });
  const listing_id = Number(at(made.body, "data", "id"));
  const all = { brand: "Bell", model: "T5", cost: 7 };
  expect(made.body).toMatchObject({ data: all });
  const path = { listing_id };
  expect((await clientOf(secret).submitListing({ path })).body).toMatchObject({ data: all });
  const viewers = { ada: all, mod: all, root: all, bob: { brand: "Bell", model: "T5" } };
  const tags = new Set<unknown>();
  for (const [name, want] of Object.entries({ ...viewers, nobody: viewers.bob })) {
    const client = name === "nobody" ? anonymous : clientOf(await token(name));
    const one = await client.getListing({ path });
    const page = await client.listListings({ query: {} });
    for (const shown of [at(one.body, "data"), at(page.body, "data", 0)]) {
      const got = { brand: at(shown, "brand"), model: at(shown, "model"), cost: at(shown, "cost") };
      expect([name, got]).toEqual([name, { cost: undefined, ...want }]);
    }
    if (one.status === 200) tags.add(one.headers?.ETag);
  }
  // A cache must not serve one caller's answer to the other.
  expect(tags.size).toBe(2);
});

describe("a declaration", () => {
  test.each([
    { what: "an invalid schema", users: { age: { schema: { type: "numbr" } } } },
    {
      what: "a reference to elsewhere",
      users: { age: { schema: { $ref: "https://x.example/" } } },
    },
    { what: "an unknown format", users: { age: { schema: { type: "string", format: "age" } } } },
    { what: "an invalid name", users: { "shoe-size": { schema: true } } },
    { what: "a name of the contract", users: { role: { schema: true } } },
    { what: "a name of a body", users: { current_password: { schema: true } } },
    {
      what: "a requirement that nobody could meet",
      users: { rank: { schema: true, required: true, writableBy: "admin" as const } },
    },
  ])("with $what keeps the service from starting", async ({ users }) => {
    const started = createMarketplace({
      database: { engine: "sqlite", file: "/nonexistent/never-opened.db" },
      files: fileFolder("/nonexistent/files"),
      adminEmail: "admin@site.example",
      customFields: { users },
    });
    await expect(started).rejects.toThrow(MarketplaceError);
    await expect(started).rejects.toMatchObject({ code: "invalid_option" });
    expect(marketplaceErrorCodes.invalid_option).toContain("custom field");
  });
});
