// Permissions for images, their order, and how their bytes are served.

import type { MarketplaceClient } from "@specwright/marketplace-api/client";
import { fakeClock } from "@specwright/runtime/testing";
import { describe, expect, test } from "vitest";
import type { ListingStatus } from "../src/storage/listing-status.ts";
import { createFile, drawImage } from "./images.ts";
import { at, type Running, send, startMarketplace } from "./start-marketplace.ts";

async function add(client: MarketplaceClient, listing_id = 1): Promise<number> {
  const file = createFile(await drawImage("png"), "a.png", "image/png");
  const answer = await client.createAttachment({ body: { listing_id, file } });
  if (answer.status !== 201) throw new Error(`status ${answer.status}`);
  return answer.body.data.id;
}

async function orderOf(client: MarketplaceClient, listing_id = 1): Promise<readonly unknown[]> {
  const listing = await client.getListing({ path: { listing_id } });
  const images = at(listing.body, "data", "images");
  if (!Array.isArray(images)) throw new Error("no images");
  expect(images.map((image) => at(image, "sort_order"))).toEqual([...images.keys()]);
  return images.map((image) => at(image, "id"));
}

async function urlOf(client: MarketplaceClient, attachment_id: number): Promise<string> {
  const answer = await client.getAttachment({ path: { attachment_id } });
  return `${at(answer.body, "data", "url")}`;
}

/** Changes the state of a listing directly in the storage. */
async function setStatus({ marketplace }: Running, status: ListingStatus) {
  await marketplace.storage.transaction(async ({ listings }) => {
    const listing = await listings.lock(1);
    if (listing !== undefined) await listings.update({ ...listing, status });
  });
}

describe("case 46: images of others", () => {
  test("are neither added, moved nor deleted", async () => {
    const running = await startMarketplace();
    const [ada, bob] = [await running.as("ada"), await running.as("bob")];
    const attachment_id = await add(ada);
    const file = createFile(await drawImage("png"), "a.png", "image/png");
    expect((await bob.createAttachment({ body: { listing_id: 1, file } })).status).toBe(403);
    for (const listing_id of [2, 3, 4, 5, 99]) {
      expect((await bob.createAttachment({ body: { listing_id, file } })).status).toBe(404);
    }
    const path = { attachment_id };
    expect((await bob.updateAttachment({ path, body: { sort_order: 0 } })).status).toBe(403);
    expect((await bob.deleteAttachment({ path })).status).toBe(403);
    expect(await orderOf(ada)).toEqual([attachment_id]);
  });

  test("of a listing in the trash stay; an administrator may all", async () => {
    const running = await startMarketplace();
    const [ada, root] = [await running.as("ada"), await running.as("root")];
    const file = createFile(await drawImage("png"), "a.png", "image/png");
    expect((await ada.createAttachment({ body: { listing_id: 5, file } })).status).toBe(403);
    const attachment_id = await add(root, 5);
    expect((await ada.deleteAttachment({ path: { attachment_id } })).status).toBe(403);
    expect((await root.deleteAttachment({ path: { attachment_id } })).status).toBe(204);
  });
});

test("case 47: an image cannot be handed to another listing", async () => {
  const running = await startMarketplace();
  const token = await running.token("ada");
  const ada = running.clientOf(token);
  const id = await add(ada);
  for (const extra of [{ listing_id: 2 }, { parent: 2 }, { id: 9 }, { url: "x" }]) {
    const body = { sort_order: 0, ...extra };
    const answer = await send(`${running.url}/attachments/${id}`, "POST", { token, body });
    expect(answer.status).toBe(400);
  }
  expect(await orderOf(ada)).toEqual([id]);
  expect(await orderOf(ada, 2)).toEqual([]);
});

test("case 52: cannot be moved to listings of others or to missing ones", async () => {
  const running = await startMarketplace();
  const [ada, bob] = [await running.as("ada"), await running.as("bob")];
  const ids = [await add(ada), await add(ada)];
  const body = { sort_order: 1 };
  expect((await bob.updateAttachment({ path: { attachment_id: ids[0] ?? 0 }, body })).status).toBe(
    403,
  );
  expect((await bob.updateAttachment({ path: { attachment_id: 99 }, body })).status).toBe(404);
  const hidden = await add(ada, 4);
  expect((await bob.updateAttachment({ path: { attachment_id: hidden }, body })).status).toBe(404);
  expect(await orderOf(ada)).toEqual(ids);
});

describe("order", () => {
  test("has no gaps, whatever is moved and deleted", async () => {
    const ada = await (await startMarketplace()).as("ada");
    const [a, b, c, d] = [await add(ada), await add(ada), await add(ada), await add(ada)];
    async function move(attachment_id: number, sort_order: number) {
      const answer = await ada.updateAttachment({ path: { attachment_id }, body: { sort_order } });
      expect(answer.status).toBe(200);
      return await orderOf(ada);
    }
    expect(await move(d, 0)).toEqual([d, a, b, c]);
    expect(await move(d, 9)).toEqual([a, b, c, d]);
    expect(await move(b, 2)).toEqual([a, c, b, d]);
    expect(await move(b, 2)).toEqual([a, c, b, d]);
    expect((await ada.deleteAttachment({ path: { attachment_id: a } })).status).toBe(204);
    expect(await orderOf(ada)).toEqual([c, b, d]);
    expect((await ada.deleteAttachment({ path: { attachment_id: a } })).status).toBe(404);
    expect(await orderOf(ada)).toEqual([c, b, d]);
  });

  test("holds while many change it at once", async () => {
    const ada = await (await startMarketplace()).as("ada");
    const ids: number[] = [];
    for (let count = 0; count < 6; count += 1) ids.push(await add(ada));
    await Promise.all([
      ...ids
        .slice(0, 4)
        .map((attachment_id, index) =>
          ada.updateAttachment({ path: { attachment_id }, body: { sort_order: 5 - index } }),
        ),
      ...ids.slice(4).map((attachment_id) => ada.deleteAttachment({ path: { attachment_id } })),
      add(ada),
    ]);
    expect(await orderOf(ada)).toHaveLength(5);
  });

  test("is changed only by a caller who saw the current state", async () => {
    const ada = await (await startMarketplace()).as("ada");
    const [first, second] = [await add(ada), await add(ada)];
    const path = { attachment_id: second };
    const move = (tag: string, sort_order: number) =>
      ada.updateAttachment({ path, headers: { "If-Match": tag }, body: { sort_order } });
    expect((await move('"2"', 0)).status).toBe(412);
    const moved = await move('"1"', 0);
    expect(moved).toMatchObject({ status: 200, headers: { ETag: expect.stringMatching(/^"2\./) } });
    expect((await move('"1"', 1)).status).toBe(412);
    expect((await ada.deleteAttachment({ path, headers: { "If-Match": '"1"' } })).status).toBe(412);
    expect((await ada.deleteAttachment({ path, headers: { "If-Match": '"2"' } })).status).toBe(204);
    expect(await orderOf(ada)).toEqual([first]);
  });
});

test.each([
  ["published", 1, "public, max-age=31536000, immutable"],
  ["draft", 2, "private, max-age=300"],
])(
  "case 67: a browser takes the bytes of a %s listing only for an image",
  async (_, listing, keep) => {
    const ada = await (await startMarketplace()).as("ada");
    const id = await add(ada, listing);
    const response = await fetch(await urlOf(ada, id));
    const headers = Object.fromEntries(response.headers);
    expect(headers).toMatchObject({
      "content-type": "image/png",
      "x-content-type-options": "nosniff",
      "content-security-policy": "default-src 'none'; sandbox",
      "content-disposition": `inline; filename="image-${id}.png"`,
      "cross-origin-resource-policy": "cross-origin",
      "cache-control": keep,
    });
    expect(headers["set-cookie"]).toBeUndefined();
    expect((await response.arrayBuffer()).byteLength).toBeGreaterThan(0);
  },
);

test("case 71: a link is good for one image and its time", async () => {
  const clock = fakeClock(Date.UTC(2026, 0, 1));
  const ada = await (await startMarketplace({ clock })).as("ada");
  const [first, second] = [await add(ada, 2), await add(ada, 2)];
  const url = new URL(await urlOf(ada, first));
  expect((await fetch(url)).status).toBe(200);
  expect(await urlOf(ada, first)).toBe(url.href);
  const changed = (change: (copy: URL) => void): string => {
    const copy = new URL(url);
    change(copy);
    return copy.href;
  };
  for (const forged of [
    url.href.replace(`/${first}/file`, `/${second}/file`),
    changed(({ searchParams }) => searchParams.set("expires", "9999999999")),
    changed(({ searchParams }) => searchParams.set("width", "320")),
    changed(({ searchParams }) => searchParams.set("signature", "A".repeat(43))),
  ]) {
    expect((await fetch(forged)).status).toBe(404);
  }
  const short = changed(({ searchParams }) => searchParams.set("signature", "A"));
  expect((await fetch(short)).status).toBe(400);
  await clock.advance(2 * 3_600_000);
  expect((await fetch(url)).status).toBe(404);
  expect((await fetch(await urlOf(ada, first))).status).toBe(200);
});

test("case 72: the image of a hidden listing is not public, nor is an old link to it", async () => {
  const running = await startMarketplace();
  const [ada, bob] = [await running.as("ada"), await running.as("bob")];
  const attachment_id = await add(ada);
  const path = { attachment_id };
  const link = await urlOf(bob, attachment_id);
  expect((await fetch(link)).status).toBe(200);
  await setStatus(running, "hidden");
  expect((await fetch(link)).status).toBe(404);
  expect((await bob.getAttachment({ path })).status).toBe(404);
  expect((await running.anonymous.getAttachment({ path })).status).toBe(404);
  // The owner still sees it, by a temporary link.
  const own = await urlOf(ada, attachment_id);
  expect((await fetch(own)).status).toBe(200);
  await setStatus(running, "publish");
  expect((await fetch(link)).status).toBe(200);
});

test("T14 a link opens while its listing is in the state that it was given for", async () => {
  const running = await startMarketplace();
  const ada = await running.as("ada");
  const attachment_id = await add(ada);
  const links = new Map<string, string>();
  const states = ["draft", "pending", "publish", "hidden", "trash"] as const;
  const root = await running.as("root");
  for (const state of states) {
    await setStatus(running, state);
    links.set(state, await urlOf(root, attachment_id));
  }
  for (const state of states) {
    await setStatus(running, state);
    for (const [given, link] of links) {
      const want = given === state && state !== "trash" ? 200 : 404;
      expect([given, state, (await fetch(link)).status]).toEqual([given, state, want]);
    }
  }
});

test("T14 links to the images of a deleted listing stop working for everyone", async () => {
  const running = await startMarketplace();
  const [ada, bob] = [await running.as("ada"), await running.as("bob")];
  const attachment_id = await add(ada);
  const shown = await urlOf(bob, attachment_id);
  await setStatus(running, "hidden");
  const own = await urlOf(ada, attachment_id);
  expect((await ada.deleteListing({ path: { listing_id: 1 } })).status).toBe(204);
  expect((await fetch(shown)).status).toBe(404);
  expect((await fetch(own)).status).toBe(404);
});
