import { execFile } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, test } from "vitest";
import type { FileStore } from "../src/files/file-store.ts";
import { s3Files } from "../src/files/s3-files.ts";
import { readS3Url } from "../src/files/s3-location.ts";
import { createFile, digestOf, drawImage } from "./images.ts";
import { ACCESS_KEY, SECRET_KEY } from "./s3-server.ts";
import { startMarketplace, temporaryFolder } from "./start-marketplace.ts";
import { startS3 } from "./start-s3.ts";

const NAME = `${"ab".repeat(16)}.png`;
const BYTES = new Uint8Array([1, 2, 3]);

function storeAt(url: string): FileStore {
  const location = readS3Url(url);
  if (location === undefined) throw new Error("no URL of a store");
  return s3Files(location);
}

async function namesOf(store: FileStore): Promise<readonly string[]> {
  const names: string[] = [];
  for await (const name of store.list()) names.push(name);
  return names;
}

describe("files in a store that speaks S3", () => {
  test("are put, read, listed page by page and removed", async () => {
    const { url, objects, refusals } = await startS3();
    const store = storeAt(url);
    expect(await store.get(NAME)).toBeUndefined();
    await store.put(NAME, BYTES, "image/png");
    expect(await store.get(NAME)).toEqual(BYTES);
    expect(objects.get(`images/market/${NAME}`)?.mediaType).toBe("image/png");

    const others = Array.from({ length: 7 }, (_, index) => `${`${index}`.repeat(32)}.jpg`);
    for (const name of others) await store.put(name, BYTES, "image/jpeg");
    const strange = { bytes: Buffer.alloc(0), mediaType: "", storedAt: new Date() };
    objects.set("images/market/somebody's & other.txt", strange);
    objects.set(`images/elsewhere/${NAME}`, strange);
    expect(await namesOf(store)).toEqual([...others, NAME]);

    await store.delete(NAME);
    await store.delete(NAME);
    expect(await store.get(NAME)).toBeUndefined();
    expect(refusals).toEqual(["NoSuchKey", "NoSuchKey"]);
  });

  test("are asked for again when the store is busy", async () => {
    const { url, failNext } = await startS3();
    const store = storeAt(url);
    failNext(2);
    await store.put(NAME, BYTES, "image/png");
    expect(await store.get(NAME)).toEqual(BYTES);
  });

  test("need the right secret, which no error contains", async () => {
    const { url, objects, refusals } = await startS3();
    const store = storeAt(url.replace(encodeURIComponent(SECRET_KEY), "wrong-secret"));
    const refused = store.put(NAME, BYTES, "image/png");
    await expect(refused).rejects.toThrow("403 (SignatureDoesNotMatch)");
    await expect(refused).rejects.not.toThrow("wrong-secret");
    expect(refusals).toEqual(["SignatureDoesNotMatch"]);
    expect(objects.size).toBe(0);
  });

  test.each(["../x.png", "a", `${NAME}/..`, ""])("have no name such as %j", async (name) => {
    const { url, refusals } = await startS3();
    await expect(storeAt(url).get(name)).rejects.toThrow(TypeError);
    expect(refusals).toEqual([]);
  });

  test("are those of images, served and removed", async () => {
    const { url, objects } = await startS3();
    const files = storeAt(url);
    const running = await startMarketplace({ files });
    const file = createFile(await drawImage("png"), "a.png", "image/png");
    const ada = await running.as("ada");
    const made = await ada.createAttachment({ body: { listing_id: 1, file } });
    if (made.status !== 201) throw new Error(`status ${made.status}`);
    const served = await fetch(made.body.data.url);
    expect(served.headers.get("content-security-policy")).toBe("default-src 'none'; sandbox");
    expect((await served.arrayBuffer()).byteLength).toBe(made.body.data.byte_size);
    await ada.deleteAttachment({ path: { attachment_id: made.body.data.id } });
    expect([...objects.keys()]).toEqual(["images/market/database.id"]);
  });
});

describe("the store of these tests", () => {
  test.each([
    ["nobody", {}, "AccessDenied"],
    ["a stranger", { key: "OTHER" }, "InvalidAccessKeyId"],
    ["a wrong secret", { secret: "other" }, "SignatureDoesNotMatch"],
    ["who has both", { secret: SECRET_KEY }, ""],
  ])("takes from curl, which signs too, what %s sends: %j %s", async (_, who, want) => {
    const { endpoint, objects, refusals } = await startS3();
    const { key = ACCESS_KEY, secret } = { secret: "x", ...who } as Record<string, string>;
    const file = join(await temporaryFolder(), "file");
    await writeFile(file, "bytes");
    const sum = await digestOf(Buffer.from("bytes"));
    const signed =
      Object.keys(who).length === 0
        ? []
        : ["--aws-sigv4", "aws:amz:eu-test-1:s3", "--user", `${key}:${secret}`];
    await promisify(execFile)("curl", [
      "--silent",
      "--show-error",
      ...signed,
      "--header",
      `x-amz-content-sha256: ${sum}`,
      "--upload-file",
      file,
      `${endpoint}/images/from-curl`,
    ]);
    expect(refusals).toEqual(want === "" ? [] : [want]);
    expect(objects.size).toBe(want === "" ? 1 : 0);
  });
});

test.each([
  ["s3://k:s@s3.example/bucket", "https://s3.example/bucket", ""],
  ["s3://k:s@s3.example/bucket/a/b/?region=x", "https://s3.example/bucket", "a/b/"],
  ["s3+http://k:s@127.0.0.1:9000/bucket", "http://127.0.0.1:9000/bucket", ""],
])("%s is a store", (url, bucketUrl, prefix) => {
  expect(readS3Url(url)).toMatchObject({ bucketUrl, prefix, accessKeyId: "k" });
});

test.each([
  "https://k:s@s3.example/bucket",
  "s3://s3.example/bucket",
  "s3://k@s3.example/bucket",
  "s3://k:s@s3.example",
  "s3://k:s@s3.example/B_ucket",
  "s3://k:s@s3.example/bucket/../x y",
  "no URL",
])("%s is not an S3 location", (url) => {
  expect(readS3Url(url)).toBeUndefined();
});
