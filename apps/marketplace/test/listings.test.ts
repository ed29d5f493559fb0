import type { MarketplaceClient } from "@specwright/marketplace-api/client";
import type { ListListingsQuery } from "@specwright/marketplace-api/types";
import { listPages } from "@specwright/rest/client";
import { describe, expect, test } from "vitest";
import { at, PEOPLE, STAFFED, startMarketplace } from "./start-marketplace.ts";

async function titles(client: MarketplaceClient, query: ListListingsQuery): Promise<unknown[]> {
  const answer = await client.listListings({ query });
  if (answer.status !== 200) throw new Error(`status ${answer.status}`);
  return answer.body.data.map(({ title }) => title);
}

describe("createListing", () => {
  test("makes a draft with an entity tag", async () => {
    const { as } = await startMarketplace();
    const bob = await as("bob");
    const answer = await bob.createListing({ body: { title: "Engine" } });
    expect(answer).toMatchObject({
      status: 201,
      headers: { Location: "/v1/listings/6", ETag: expect.stringMatching(/^"1\./) },
      body: {
        data: {
          id: 6,
          user_id: 2,
          status: "draft",
          title: "Engine",
          description: null,
          images: [],
          version: 1,
        },
      },
    });
    const read = await bob.getListing({ path: { listing_id: 6 } });
    expect(read).toMatchObject({
      status: 200,
      headers: { ETag: expect.stringMatching(/^"1\./) },
      body: answer.body,
    });
  });
});

describe("listListings", () => {
  test.each([
    { viewer: "ada", query: {}, want: ["hidden", "pending", "draft", "published"] },
    { viewer: "bob", query: {}, want: ["published"] },
    { viewer: "root", query: {}, want: ["trash", "hidden", "pending", "draft", "published"] },
    { viewer: "ada", query: { status: "hidden" }, want: ["hidden"] },
    { viewer: "bob", query: { status: "hidden" }, want: [] },
    { viewer: "ada", query: { status: "trash" }, want: ["trash"] },
    { viewer: "bob", query: { status: "trash" }, want: [] },
    { viewer: "root", query: { status: "trash" }, want: ["trash"] },
    { viewer: "bob", query: { user_id: 1 }, want: ["published"] },
    { viewer: "ada", query: { user_id: 1, status: "publish" }, want: ["published"] },
    { viewer: "ada", query: { user_id: 2 }, want: [] },
    { viewer: "root", query: { user_id: 1, limit: 2 }, want: ["trash", "hidden"] },
    { viewer: "ada", query: { user_id: 99 }, want: [] },
  ] satisfies { viewer: string; query: ListListingsQuery; want: string[] }[])(
    "shows $viewer of $query: $want",
    async ({ viewer, query, want }) => {
      const { as } = await startMarketplace();
      expect(await titles(await as(viewer), query)).toEqual(want);
    },
  );

  test("shows all pending ones to moderators only", async () => {
    const { as } = await startMarketplace({ seed: STAFFED });
    const mod = await as("mod");
    for (const [query, want] of [
      [{}, ["pending", "published"]],
      [{ status: "pending" }, ["pending"]],
      [{ status: "draft" }, []],
      [{ user_id: 1 }, ["pending", "published"]],
      [{ user_id: 1, status: "hidden" }, []],
      [{ user_id: 4 }, []],
    ] satisfies (readonly [ListListingsQuery, readonly string[]])[]) {
      expect(await titles(mod, query)).toEqual(want);
    }
  });

  test("goes through all pages without a gap or a repetition while others write", async () => {
    const listings = Array.from({ length: 11 }, (_, index) => ({
      // Both parts of what ada sees, mixed.
      owner: index % 2 === 0 ? "ada" : "bob",
      title: `${index}`,
    }));
    const { as } = await startMarketplace({ seed: { users: PEOPLE.users ?? [], listings } });
    const ada = await as("ada");
    const seen: string[] = [];
    const sizes: number[] = [];
    for await (const { items } of listPages(ada.listListings, { query: { limit: 4 } })) {
      seen.push(...items.map(({ title }) => title));
      sizes.push(items.length);
      await ada.createListing({ body: { title: "new" } });
    }
    expect(seen).toEqual(listings.map(({ title }) => title).toReversed());
    expect(sizes).toEqual([4, 4, 3]);
  });

  test("ends without an empty page", async () => {
    const { as } = await startMarketplace();
    const answer = await (await as("ada")).listListings({ query: { limit: 4 } });
    expect(at(answer.body, "next_cursor")).toBeNull();
  });

  test("takes a cursor only with the selection it came from, or a part of it", async () => {
    const { as } = await startMarketplace();
    const root = await as("root");
    const first = await root.listListings({ query: { limit: 1, user_id: 1 } });
    const cursor = String(at(first.body, "next_cursor"));
    const cases: readonly { query: ListListingsQuery; want: number }[] = [
      { query: { user_id: 1, cursor }, want: 200 },
      { query: { user_id: 1, limit: 3, cursor }, want: 200 },
      { query: { cursor }, want: 400 },
      { query: { user_id: 2, cursor }, want: 400 },
      { query: { user_id: 2, status: "publish", cursor }, want: 400 },
      { query: { user_id: 1, status: "publish", cursor }, want: 200 },
    ];
    for (const { query, want } of cases) {
      expect((await root.listListings({ query })).status).toBe(want);
    }
  });
});

describe("updateListing", () => {
  const path = { listing_id: 1 };

  test("keeps absent fields, clears null ones and counts versions", async () => {
    const { as } = await startMarketplace();
    const ada = await as("ada");
    const steps = [
      { body: { description: "Brass" }, want: ["published", "Brass", 2] },
      { body: { title: "Engine" }, want: ["Engine", "Brass", 3] },
      { body: { title: "Engine", description: "Brass" }, want: ["Engine", "Brass", 3] },
      { body: {}, want: ["Engine", "Brass", 3] },
      { body: { description: null }, want: ["Engine", null, 4] },
    ];
    for (const { body, want } of steps) {
      const answer = await ada.updateListing({ path, body });
      const data = at(answer.body, "data");
      expect([at(data, "title"), at(data, "description"), at(data, "version")]).toEqual(want);
      expect(answer).toMatchObject({
        headers: { ETag: expect.stringMatching(new RegExp(`^"${want[2]}\\.`)) },
      });
    }
  });

  test("lets only one of many changes from the same state through", async () => {
    const { as } = await startMarketplace();
    const ada = await as("ada");
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        ada.updateListing({ path, headers: { "If-Match": '"1"' }, body: { title: `${index}` } }),
      ),
    );
    const statuses = answers.map(({ status }) => status).toSorted();
    expect(statuses).toEqual([200, ...Array.from({ length: 9 }, () => 412)]);
  });

  test.each([
    { who: "ada", id: 1, body: { title: "x" }, want: "pending" },
    { who: "ada", id: 4, body: { description: "x" }, want: "pending" },
    { who: "ada", id: 1, body: { title: "published" }, want: "publish" },
    { who: "ada", id: 1, body: { weight_kg: 3 }, want: "publish" },
    { who: "ada", id: 1, body: { brand: "x" }, want: "pending" },
    { who: "ada", id: 2, body: { title: "x" }, want: "draft" },
    { who: "root", id: 1, body: { title: "x" }, want: "publish" },
    { who: "root", id: 3, body: { title: "x" }, want: "pending" },
    { who: "ada", id: 3, body: { title: "x" }, want: "pending" },
    { who: "ada", id: 3, body: { weight_kg: 3 }, want: "pending" },
  ])("with moderation, $body of $who makes listing $id $want", async ({ who, id, body, want }) => {
    const { as } = await startMarketplace({
      moderation: true,
      customFields: {
        listings: {
          weight_kg: { schema: { type: "number" } },
          brand: { schema: { type: "string" }, moderated: true },
        },
      },
    });
    const client = await as(who);
    const answer = await client.updateListing({ path: { listing_id: id }, body });
    expect(at(answer.body, "data", "status")).toBe(want);
  });

  test("without moderation leaves the state", async () => {
    const { as } = await startMarketplace();
    const answer = await (await as("ada")).updateListing({ path, body: { title: "x" } });
    expect(at(answer.body, "data", "status")).toBe("publish");
  });
});
