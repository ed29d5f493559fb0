// How uploads work, and the handling of hostile ones (notes, section 4.7).

import { once } from "node:events";
import { readdir, readFile } from "node:fs/promises";
import { connect } from "node:net";
import { join } from "node:path";
import type { MarketplaceClient } from "@specwright/marketplace-api/client";
import sharp from "sharp";
import { describe, expect, test } from "vitest";
import { IDENTITY_FILE } from "../src/files/file-store.ts";
import { createFile, digestOf, drawImage, pixelBomb } from "./images.ts";
import { at, type RawAnswer, type Running, startMarketplace } from "./start-marketplace.ts";

async function storedFiles({ folder }: Pick<Running, "folder">): Promise<readonly string[]> {
  const names = await readdir(join(folder, "files"));
  return names.filter((name) => name !== IDENTITY_FILE);
}

async function upload(
  client: MarketplaceClient,
  bytes: Uint8Array<ArrayBuffer>,
  name = "a.png",
  type = "image/png",
) {
  return await client.createAttachment({
    body: { listing_id: 1, file: createFile(bytes, name, type) },
  });
}

/** Sends a form that is composed by hand. */
async function sendForm(
  { url }: Pick<Running, "url">,
  token: string,
  body: string | Uint8Array<ArrayBuffer>,
  contentType: string,
): Promise<Pick<RawAnswer, "status" | "body">> {
  const headers = { authorization: `Bearer ${token}`, "content-type": contentType };
  const response = await fetch(`${url}/attachments`, { method: "POST", headers, body });
  return { status: response.status, body: await response.json() };
}

test("an upload is re-encoded, shown with its listing and served", async () => {
  const running = await startMarketplace();
  const ada = await running.as("ada");
  const bytes = await drawImage("jpeg");
  const file = createFile(bytes, "holiday.jpg", "image/jpeg");
  const made = await ada.createAttachment({
    body: { listing_id: 1, file, sha256: await digestOf(bytes) },
  });
  if (made.status !== 201) throw new Error(`status ${made.status}`);
  const { data } = made.body;
  expect(data).toMatchObject({ listing_id: 1, media_type: "image/jpeg", width: 40, height: 30 });
  expect(made.headers?.Location).toBe(`/v1/attachments/${data.id}`);
  expect(made.headers?.ETag).toMatch(/^"1\./);

  const response = await fetch(data.url);
  const served = new Uint8Array(await response.arrayBuffer());
  expect(response.status).toBe(200);
  expect(await digestOf(served)).toBe(data.sha256);
  expect(served.byteLength).toBe(data.byte_size);
  const path = { attachment_id: data.id };
  expect((await ada.getAttachment({ path })).body).toEqual(made.body);
  const listing = await (await running.as("bob")).getListing({ path: { listing_id: 1 } });
  expect(at(listing.body, "data", "images")).toEqual([data]);
  expect(at(listing.body, "data", "version")).toBe(2);
});

test.each([
  "../../etc/passwd.png",
  "/etc/passwd.png",
  "a\u0000b.png",
  "CON.png",
  `${"a".repeat(300)}.png`,
  "\u202egnp.exe.png",
  '"; rm -rf /; ".png',
])("case 58: a name such as %j leaves no trace", async (name) => {
  const running = await startMarketplace();
  const answer = await upload(await running.as("ada"), await drawImage("png"), name);
  expect(answer.status).toBe(201);
  const files = await storedFiles(running);
  expect(files).toEqual([expect.stringMatching(/^[0-9a-f]{32}\.png$/)]);
  expect(JSON.stringify(answer.body)).not.toContain("passwd");
});

const SVG = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';

test.each([
  ["SVG", SVG],
  ["HTML", "<!doctype html><script>alert(1)</script>"],
  ["JavaScript", "alert(1)//"],
  ["PDF", "%PDF-1.7\n1 0 obj"],
  ["GIF", "GIF89a\u0001\u0000\u0001\u0000"],
  ["the start of a PNG and no more", "\u0089PNG\r\n\u001a\n"],
  ["nothing", ""],
])("case 59: %s called .png is not taken", async (_, text) => {
  const running = await startMarketplace();
  const answer = await upload(await running.as("ada"), Buffer.from(text, "latin1"));
  expect(answer.status).toBe(415);
  expect(await storedFiles(running)).toEqual([]);
});

test("case 60: data behind, in or before the pixels is removed", async () => {
  const running = await startMarketplace();
  const ada = await running.as("ada");
  const payload = "<?php system($_GET['c']); ?><script>alert(1)</script>PK\u0003\u0004";
  const jpeg = await sharp(await drawImage("jpeg"))
    .withExif({ IFD0: { ImageDescription: payload } })
    .toBuffer();
  const tails = [Buffer.concat([jpeg, Buffer.from(payload)]), jpeg];
  for (const bytes of tails) {
    expect(bytes.includes("system(")).toBe(true);
    const answer = await upload(ada, Buffer.from(bytes), "a.jpg", "image/jpeg");
    expect(answer.status).toBe(201);
  }
  const png = Buffer.concat([await drawImage("png"), Buffer.from(payload)]);
  expect((await upload(ada, png)).status).toBe(201);
  for (const name of await storedFiles(running)) {
    const stored = await readFile(join(running.folder, "files", name));
    expect(stored.includes("system(")).toBe(false);
    expect(stored.includes("script")).toBe(false);
  }
});

test.each([
  ["a.png", "image/jpeg", "png"],
  ["a.jpg", "image/png", "png"],
  ["a.gif", "image/png", "png"],
  ["a.php", "", "png"],
  ["a.png.html", "", "png"],
  ["a.png", "image/png", "jpeg"],
] as const)("case 61: %s of type %j that is a %s is not taken", async (name, type, really) => {
  const running = await startMarketplace();
  const answer = await upload(await running.as("ada"), await drawImage(really), name, type);
  expect(answer.status).toBe(415);
  expect(await storedFiles(running)).toEqual([]);
});

test("case 61: a file of a type that the contract does not list is not sent, and not taken", async () => {
  const running = await startMarketplace();
  const png = await drawImage("png");
  const sent = upload(await running.as("ada"), png, "a.png", "text/html");
  await expect(sent).rejects.toMatchObject({ code: "invalid_request" });
  const head =
    '--b\r\nContent-Disposition: form-data; name="listing_id"\r\n\r\n1\r\n' +
    '--b\r\nContent-Disposition: form-data; name="file"; filename="a.png"\r\nContent-Type: text/html\r\n\r\n';
  const body = Buffer.concat([Buffer.from(head), png, Buffer.from("\r\n--b--\r\n")]);
  const token = await running.token("ada");
  const answer = await sendForm(running, token, body, "multipart/form-data; boundary=b");
  expect(answer.status).toBe(415);
  expect(await storedFiles(running)).toEqual([]);
});

test("case 62: a bomb of pixels is refused without being unpacked", async () => {
  const running = await startMarketplace();
  const ada = await running.as("ada");
  const before = process.memoryUsage().rss;
  expect((await upload(ada, pixelBomb(30_000))).status).toBe(413);
  expect((await upload(ada, pixelBomb(65_536))).status).toBe(413);
  expect((await upload(ada, pixelBomb(2 ** 31 - 1))).status).toBeGreaterThanOrEqual(413);
  // Decoded, the first alone takes 900 MB.
  expect(process.memoryUsage().rss - before).toBeLessThan(400 * 1024 * 1024);
  expect(await storedFiles(running)).toEqual([]);
});

describe("case 63: a body over the limit", () => {
  test("is not read to its end", async () => {
    const running = await startMarketplace();
    const token = await running.token("ada");
    const { port } = new URL(running.url);
    const socket = connect(Number(port), "127.0.0.1");
    await once(socket, "connect");
    const head = [
      "POST /v1/attachments HTTP/1.1",
      "Host: x",
      `Authorization: Bearer ${token}`,
      "Content-Type: multipart/form-data; boundary=b",
      "Transfer-Encoding: chunked",
    ];
    socket.write(`${head.join("\r\n")}\r\n\r\n`);
    let answer = "";
    socket.on("data", (chunk) => {
      answer += chunk;
    });
    socket.on("error", () => undefined);
    const chunk = Buffer.alloc(65_536, 120);
    const limit = 10 * 1024 * 1024 + 65_536;
    // Far more than the buffers of the system hold.
    for (let sent = 0; sent < 4 * limit && !socket.destroyed && answer === ""; ) {
      const isTaken = socket.write(`${chunk.byteLength.toString(16)}\r\n`) && socket.write(chunk);
      socket.write("\r\n");
      sent += chunk.byteLength;
      if (!isTaken)
        await Promise.race([once(socket, "drain"), once(socket, "close")]).catch(() => undefined);
      await new Promise((resolve) => setImmediate(resolve));
    }
    // A client that keeps sending may never read the answer.
    await expect.poll(() => running.logs.join("")).toContain('"status":413');
    await expect.poll(() => socket.destroyed || answer.includes("payload_too_large")).toBe(true);
    expect(socket.bytesWritten).toBeLessThan(3 * limit);
    socket.destroy();
    expect(await storedFiles(running)).toEqual([]);
  });

  test("is refused by its length, too", async () => {
    const running = await startMarketplace();
    const bytes = new Uint8Array(10 * 1024 * 1024 + 1);
    bytes.set(await drawImage("png"));
    expect((await upload(await running.as("ada"), bytes)).status).toBe(413);
    expect(await storedFiles(running)).toEqual([]);
  });
});

describe("case 64: a body that lies about its length", () => {
  test.each([
    ["shorter", 10, 400],
    ["longer", 100_000, 408],
  ])("%s than it says is refused", async (_, length, status) => {
    const running = await startMarketplace({
      limits: { bodyGraceMs: 500, headersTimeoutMs: 500 },
    });
    const token = await running.token("ada");
    const { port } = new URL(running.url);
    const socket = connect(Number(port), "127.0.0.1");
    socket.on("error", () => undefined);
    const body = `--b\r\nContent-Disposition: form-data; name="listing_id"\r\n\r\n1\r\n--b--\r\n`;
    socket.write(
      `POST /v1/attachments HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\n` +
        `Content-Type: multipart/form-data; boundary=b\r\nContent-Length: ${length}\r\n\r\n${body}`,
    );
    let answer = "";
    socket.on("data", (chunk) => {
      answer += chunk;
    });
    await expect.poll(() => answer).toContain(`HTTP/1.1 ${status}`);
    socket.destroy();
  });
});

describe("case 65: a form that", () => {
  const field = (name: string, value: string) =>
    `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
  const file = (name: string) =>
    `--b\r\nContent-Disposition: form-data; name="${name}"; filename="a.png"\r\nContent-Type: image/png\r\n\r\nPNG\r\n`;
  const nested =
    '--b\r\nContent-Disposition: form-data; name="file"\r\nContent-Type: multipart/mixed; boundary=c\r\n\r\n' +
    '--c\r\nContent-Disposition: file; filename="a.png"\r\n\r\nPNG\r\n--c--\r\n';

  test.each([
    ["has two files", `${field("listing_id", "1")}${file("file")}${file("file")}--b--\r\n`],
    ["has a thousand parts", `${field("x", "1").repeat(1001)}--b--\r\n`],
    ["has no listing", `${file("file")}--b--\r\n`],
    ["has two listings", `${field("listing_id", "1").repeat(2)}${file("file")}--b--\r\n`],
    [
      "has an unknown field",
      `${field("parent", "2")}${field("listing_id", "1")}${file("file")}--b--\r\n`,
    ],
    [
      "has __proto__",
      `${field("__proto__", "2")}${field("listing_id", "1")}${file("file")}--b--\r\n`,
    ],
    ["has a file for text", `${file("listing_id")}${file("file")}--b--\r\n`],
    ["does not end", `${field("listing_id", "1")}${file("file")}`],
    ["has odd numbers", `${field("listing_id", "1e0")}${file("file")}--b--\r\n`],
  ])("%s is refused", async (_, body) => {
    const running = await startMarketplace();
    const token = await running.token("ada");
    const answer = await sendForm(running, token, body, "multipart/form-data; boundary=b");
    expect(answer.status).toBe(400);
    expect(await storedFiles(running)).toEqual([]);
  });

  // A file needs no name, so these are files, and no images.
  test.each([
    ["has a form for a file", `${field("listing_id", "1")}${nested}--b--\r\n`],
    ["has text for a file", `${field("listing_id", "1")}${field("file", "PNG")}--b--\r\n`],
  ])("%s is refused as no image", async (_, body) => {
    const running = await startMarketplace();
    const token = await running.token("ada");
    const answer = await sendForm(running, token, body, "multipart/form-data; boundary=b");
    expect(answer.status).toBe(415);
    expect(await storedFiles(running)).toEqual([]);
  });

  test("has no boundary, or is invalid, is refused", async () => {
    const running = await startMarketplace();
    const token = await running.token("ada");
    const body = `${field("listing_id", "1")}${file("file")}--b--\r\n`;
    expect((await sendForm(running, token, body, "multipart/form-data")).status).toBe(400);
    const other = await sendForm(running, token, body, "multipart/form-data; boundary=c");
    expect(other.status).toBe(400);
    expect((await sendForm(running, token, "{}", "application/json")).status).toBe(415);
  });
});

test("case 66: of twenty uploads at once ten are taken, in places without gaps", async () => {
  const running = await startMarketplace();
  const ada = await running.as("ada");
  const bytes = await drawImage("png");
  const answers = await Promise.all(Array.from({ length: 20 }, () => upload(ada, bytes)));
  const statuses = answers.map(({ status }) => status).toSorted();
  expect(statuses).toEqual([...Array(10).fill(201), ...Array(10).fill(409)]);
  const listing = await ada.getListing({ path: { listing_id: 1 } });
  const images = at(listing.body, "data", "images");
  const places = Array.isArray(images) ? images.map((image) => at(image, "sort_order")) : [];
  expect(places).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
  expect(await storedFiles(running)).toHaveLength(10);
});

test("case 68: the place of a photograph is removed, and the photograph is upright", async () => {
  const running = await startMarketplace();
  const bytes = await sharp(await drawImage("jpeg"))
    .withExif({ IFD0: { Make: "Camera" }, IFD3: { GPSLatitude: "51/1 30/1 0/1" } })
    .withMetadata({ orientation: 6 })
    .toBuffer();
  expect((await sharp(bytes).metadata()).exif).toBeDefined();
  const answer = await upload(await running.as("ada"), Buffer.from(bytes), "a.jpg", "image/jpeg");
  const [name = ""] = await storedFiles(running);
  const stored = await sharp(join(running.folder, "files", name)).metadata();
  expect([stored.exif, stored.icc, stored.xmp, stored.iptc]).toEqual(Array(4).fill(undefined));
  expect(stored.orientation).toBeUndefined();
  expect([stored.width, stored.height]).toEqual([30, 40]);
  expect(answer.body).toMatchObject({ data: { width: 30, height: 40 } });
});

test("case 69: bytes that differ from the digest are rejected, and nothing is stored", async () => {
  const running = await startMarketplace();
  const ada = await running.as("ada");
  const file = createFile(await drawImage("png"), "a.png", "image/png");
  const body = { listing_id: 1, file, sha256: "0".repeat(64) };
  const answer = await ada.createAttachment({ body });
  expect(answer).toMatchObject({ status: 400, body: { code: "digest_mismatch" } });
  expect(await storedFiles(running)).toEqual([]);
  expect((await ada.getListing({ path: { listing_id: 1 } })).body).toMatchObject({
    data: { images: [], version: 1 },
  });
});

test("case 70: an interrupted upload leaves neither a row nor a file", async () => {
  const running = await startMarketplace();
  const token = await running.token("ada");
  const { port } = new URL(running.url);
  const bytes = await drawImage("png");
  const start = Buffer.from(
    '--b\r\nContent-Disposition: form-data; name="listing_id"\r\n\r\n1\r\n--b\r\n' +
      'Content-Disposition: form-data; name="file"; filename="a.png"\r\nContent-Type: image/png\r\n\r\n',
  );
  const socket = connect(Number(port), "127.0.0.1");
  const lines = [
    "POST /v1/attachments HTTP/1.1",
    "Host: x",
    `Authorization: Bearer ${token}`,
    "Content-Type: multipart/form-data; boundary=b",
    "Content-Length: 1000000",
  ];
  socket.write(`${lines.join("\r\n")}\r\n\r\n`);
  await new Promise<void>((resolve) =>
    socket.write(Buffer.concat([start, bytes]), () => resolve()),
  );
  socket.destroy();
  // Later requests are served, so it occupies no slot either.
  const ada = running.clientOf(token);
  expect((await upload(ada, bytes)).status).toBe(201);
  expect(await storedFiles(running)).toHaveLength(1);
  expect((await ada.getListing({ path: { listing_id: 1 } })).body).toMatchObject({
    data: { images: { length: 1 } },
  });
});
