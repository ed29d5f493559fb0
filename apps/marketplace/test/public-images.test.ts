// Links to images of published listings, and the smaller copies of images.

import { readdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { MarketplaceClient } from "@specwright/marketplace-api/client";
import type { Attachment } from "@specwright/marketplace-api/types";
import { fakeClock } from "@specwright/runtime/testing";
import sharp, { type Metadata } from "sharp";
import { describe, expect, test, vi } from "vitest";
import { createFile, drawImage } from "./images.ts";
import { at, send, startMarketplace } from "./start-marketplace.ts";
import { execute } from "./test-database.ts";

const HOUR_MS = 3_600_000;

/** Adds an image, by default 1000 pixels wide, and returns it. */
async function add(
  client: MarketplaceClient,
  listing_id = 1,
  image?: Buffer<ArrayBuffer>,
): Promise<Attachment> {
  const bytes = image ?? (await drawImage("jpeg", { width: 1000, height: 500 }));
  const isPng = bytes[0] === 0x89;
  const file = isPng
    ? createFile(bytes, "a.png", "image/png")
    : createFile(bytes, "a.jpg", "image/jpeg");
  const answer = await client.createAttachment({ body: { listing_id, file } });
  if (answer.status !== 201) throw new Error(`status ${answer.status}`);
  return answer.body.data;
}

async function read(client: MarketplaceClient, attachment_id: number): Promise<Attachment> {
  const answer = await client.getAttachment({ path: { attachment_id } });
  if (answer.status !== 200) throw new Error(`status ${answer.status}`);
  return answer.body.data;
}

async function imageAt(url: string): Promise<Metadata> {
  const response = await fetch(url);
  expect([url, response.status]).toEqual([url, 200]);
  return await sharp(await response.arrayBuffer()).metadata();
}

async function setStatus(folder: string, status: string): Promise<void> {
  await execute(folder, `UPDATE listings SET status = '${status}' WHERE id = 1`);
}

describe("35.4 an image of a published listing", () => {
  test("has links that stay the same, for everyone to keep", async () => {
    const clock = fakeClock(Date.UTC(2026, 0, 1));
    const { as, anonymous, url: base } = await startMarketplace({ clock });
    const { id, sha256 } = await add(await as("ada"));
    const first = await read(anonymous, id);
    expect(first.url).toBe(`${base}/images/${id}-${sha256}.jpg`);
    expect(first.sizes).toEqual([
      { width: 320, height: 160, url: `${base}/images/${id}-${sha256}-320.jpg` },
      { width: 960, height: 480, url: `${base}/images/${id}-${sha256}-960.jpg` },
    ]);
    // Shops and CDNs add their own.
    for (const query of ["?v=1", "?v=1&v=2&width=10", "?%", "?"]) await imageAt(first.url + query);
    await clock.advance(24 * HOUR_MS);
    expect(await read(anonymous, id)).toEqual(first);
    for (const { url, width, height } of [first, ...first.sizes]) {
      expect(await imageAt(url)).toMatchObject({ format: "jpeg", width, height });
      const kept = { "cache-control": "public, max-age=31536000, immutable" };
      const { headers } = await fetch(url);
      const etag = `"${sha256}${width === 1000 ? "" : `-${width}`}"`;
      expect(Object.fromEntries(headers)).toMatchObject({ ...kept, etag });
      expect(headers.get("vary")).toBeNull();
      const again = await fetch(url, { headers: { "if-none-match": etag } });
      expect([again.status, Object.fromEntries(again.headers)]).toMatchObject([304, kept]);
    }
  });

  test("is not shown while its listing is not published, and then by the same link", async () => {
    const { as, anonymous, folder } = await startMarketplace();
    const ada = await as("ada");
    const { url, sizes } = await read(anonymous, (await add(ada)).id);
    const links = [url, ...sizes.map((size) => size.url)];
    for (const status of ["draft", "pending", "hidden", "trash"]) {
      await setStatus(folder, status);
      for (const link of links) {
        const { status: got, headers } = await fetch(link);
        expect([status, got, headers.get("cache-control")]).toEqual([status, 404, "no-store"]);
      }
    }
    await setStatus(folder, "publish");
    for (const link of links) expect((await fetch(link)).status).toBe(200);
    await ada.deleteListing({ path: { listing_id: 1 } });
    for (const link of links) expect((await fetch(link)).status).toBe(404);
  });

  test("has no other links, and requests for other sizes cause no work", async () => {
    const { as, folder, url: base } = await startMarketplace();
    const ada = await as("ada");
    const { id, sha256 } = await add(ada);
    const other = await add(ada, 1, await drawImage("png"));
    const before = await readdir(join(folder, "files"));
    for (const name of [
      `${id}-${sha256}.png`,
      `${id}-${sha256}-1.jpg`,
      `${id}-${sha256}-321.jpg`,
      `${id}-${sha256}-1000.jpg`,
      `${id}-${"0".repeat(64)}.jpg`,
      `${other.id}-${sha256}.jpg`,
      `${other.id}-${other.sha256}-320.png`,
      `99-${sha256}.jpg`,
      `9999999999999999-${sha256}.jpg`,
    ]) {
      expect([name, (await fetch(`${base}/images/${name}`)).status]).toEqual([name, 404]);
    }
    for (const name of [`${id}`, `0${id}-${sha256}.jpg`, `${id}-${sha256}.jpg.jpg`, "..%2Fx.jpg"]) {
      expect([name, (await fetch(`${base}/images/${name}`)).status]).toEqual([name, 400]);
    }
    expect(await readdir(join(folder, "files"))).toEqual(before);
  });
});

describe("35.4 smaller copies", () => {
  test.each<[width: number, height: number, sizes: readonly (readonly [number, number])[]]>([
    [1, 1, []],
    [320, 900, []],
    [321, 321, [[320, 320]]],
    [960, 640, [[320, 213]]],
    [
      961,
      1,
      [
        [320, 1],
        [960, 1],
      ],
    ],
    [
      1920,
      1080,
      [
        [320, 180],
        [960, 540],
      ],
    ],
  ])("of an image of %d by %d pixels are never larger", async (width, height, sizes) => {
    const { as } = await startMarketplace();
    const image = await add(await as("ada"), 1, await drawImage("png", { width, height }));
    expect(image.sizes.map((size) => [size.width, size.height])).toEqual(sizes);
    for (const { url, ...size } of image.sizes) expect(await imageAt(url)).toMatchObject(size);
  });

  test("are upright, and keep transparency", async () => {
    const { as } = await startMarketplace();
    const ada = await as("ada");
    const background = { r: 9, g: 9, b: 9, alpha: 0 };
    const clear = sharp({ create: { width: 400, height: 200, channels: 4, background } }).png();
    const image = await add(ada, 1, Buffer.from(await clear.toBuffer()));
    expect(await imageAt(`${image.sizes[0]?.url}`)).toMatchObject({
      format: "png",
      hasAlpha: true,
    });
    const turned = sharp(await drawImage("jpeg", { width: 1000, height: 400 })).withMetadata({
      orientation: 6,
    });
    const upright = await add(ada, 1, Buffer.from(await turned.toBuffer()));
    expect(upright).toMatchObject({ width: 400, sizes: [{ width: 320, height: 800 }] });
    const copy = await imageAt(`${upright.sizes[0]?.url}`);
    expect(copy).toMatchObject({ width: 320, height: 800 });
    expect(copy.orientation).toBeUndefined();
  });

  test("of a draft have temporary links, each for its width", async () => {
    const clock = fakeClock(Date.UTC(2026, 0, 1));
    const ada = await (await startMarketplace({ clock })).as("ada");
    const { url, sizes } = await add(ada, 2);
    const [small, large] = sizes.map((size) => new URL(size.url));
    if (small === undefined || large === undefined) throw new Error("there are no sizes");
    expect(await imageAt(small.href)).toMatchObject({ width: 320 });
    expect((await fetch(small)).headers.get("cache-control")).toBe("private, max-age=300");
    const forged = [new URL(url), new URL(small), new URL(large)];
    forged[0]?.searchParams.set("width", "320");
    forged[1]?.searchParams.set("width", "960");
    forged[2]?.searchParams.delete("width");
    for (const link of forged) expect((await fetch(link)).status).toBe(404);
    await clock.advance(2 * HOUR_MS);
    expect((await fetch(small)).status).toBe(404);
  });

  test("go with their image", async () => {
    const { as, folder } = await startMarketplace();
    const ada = await as("ada");
    const { id } = await add(ada);
    expect(await readdir(join(folder, "files"))).toHaveLength(4);
    expect((await ada.deleteAttachment({ path: { attachment_id: id } })).status).toBe(204);
    expect(await readdir(join(folder, "files"))).toEqual(["database.id"]);
  });

  test("of images of an earlier version are made once, in the background", async () => {
    const former = await startMarketplace();
    const ada = await former.as("ada");
    const { folder } = former;
    const ids = [(await add(ada)).id, (await add(ada)).id, (await add(ada)).id];
    const rows = await execute(folder, "SELECT file_name FROM attachments ORDER BY id");
    const names = rows.map((row) => `${at(row, "file_name")}`);
    await former.marketplace.close();
    await execute(folder, "UPDATE attachments SET sized = 0");
    await execute(folder, "DELETE FROM stored_files WHERE file_name LIKE '%-%'");
    const files = join(folder, "files");
    for (const name of await readdir(files)) if (name.includes("-")) await rm(join(files, name));
    // One is unreadable, which must not keep the others from theirs.
    await writeFile(join(files, names[0] ?? ""), "not an image");

    const running = await startMarketplace({ folder });
    await vi.waitFor(() => expect(running.logs.join("\n")).toContain("images sized"), 10_000);
    expect(running.logs.find((line) => line.includes("images sized"))).toMatch(
      /"sized":2,"skipped":1/,
    );
    const images = await Promise.all(ids.map((id) => read(running.anonymous, id)));
    expect(images.map(({ sizes }) => sizes.length)).toEqual([0, 2, 2]);
    for (const { sizes } of images) {
      for (const { url, width } of sizes) expect(await imageAt(url)).toMatchObject({ width });
    }
    const unmade = `${running.url}/images/${ids[0]}-${images[0]?.sha256}-320.jpg`;
    expect((await send(unmade, "GET")).status).toBe(404);
    const recorded = await execute(folder, "SELECT file_name FROM stored_files");
    expect(recorded).toHaveLength(7);

    await running.marketplace.close();
    const again = await startMarketplace({ folder });
    await vi.waitFor(() => expect(again.logs.join("\n")).toContain("images sized"), 10_000);
    expect(again.logs.join("\n")).toContain('"sized":0,"skipped":1');
  });
});
