// The file store is unavailable and returns, and the storage of a service is closed while it
// runs.

import { rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { expect, test } from "vitest";
import type { FileStore } from "../src/files/file-store.ts";
import { s3Files } from "../src/files/s3-files.ts";
import { readS3Url } from "../src/files/s3-location.ts";
import { createFile, drawImage } from "./images.ts";
import { send, startMarketplace } from "./start-marketplace.ts";
import { startS3 } from "./start-s3.ts";

interface Store {
  readonly files?: FileStore;
  leave(folder: string): Promise<void>;
  comeBack(folder: string): Promise<void>;
}

const stores: readonly [name: string, start: () => Promise<Store>][] = [
  [
    "a folder",
    async () => ({
      async leave(folder) {
        await rename(join(folder, "files"), join(folder, "elsewhere"));
        await writeFile(join(folder, "files"), "no folder");
      },
      async comeBack(folder) {
        await rm(join(folder, "files"));
        await rename(join(folder, "elsewhere"), join(folder, "files"));
      },
    }),
  ],
  [
    "S3",
    async () => {
      const { url, failNext } = await startS3();
      const location = readS3Url(url);
      if (location === undefined) throw new Error("no URL of a store");
      return {
        files: s3Files(location),
        leave: async () => failNext(1000),
        comeBack: async () => failNext(0),
      };
    },
  ],
];

test.each(stores)("T9 an unreachable file store is a 503: %s", async (_name, start) => {
  const { files, leave, comeBack } = await start();
  const running = await startMarketplace(files === undefined ? {} : { files });
  const { folder, logs } = running;
  const ada = await running.as("ada");
  const token = await running.token("ada");
  const file = createFile(await drawImage("png"), "a.png", "image/png");
  const add = () => ada.createAttachment({ body: { listing_id: 1, file } });
  const made = await add();
  if (made.status !== 201) throw new Error(`status ${made.status}`);
  const { id, url } = made.body.data;

  await leave(folder);
  const [uploaded, read] = [await add(), await fetch(url)];
  expect(uploaded).toMatchObject({ status: 503, body: { code: "unavailable" } });
  expect(read.status).toBe(503);
  expect(read.headers.get("retry-after")).toBe("2");
  expect(await read.json()).toMatchObject({ code: "unavailable" });
  // Requests that need no file are served.
  expect((await send(`${running.url}/listings/1`, "GET", { token })).status).toBe(200);
  const messages = logs.map((line) => String(JSON.parse(line).message));
  expect(messages.filter((message) => message.includes("file store unreachable"))).toHaveLength(1);
  expect(messages).not.toContain("request failed");

  await comeBack(folder);
  expect((await fetch(url)).status).toBe(200);
  expect((await add()).status).toBe(201);
  expect((await ada.deleteAttachment({ path: { attachment_id: id } })).status).toBe(204);
});

test.each(stores)(
  "T9 a service waits at its start for a store that is away: %s",
  async (_name, start) => {
    const { files, leave, comeBack } = await start();
    const options = files === undefined ? {} : { files };
    const first = await startMarketplace(options);
    const { folder } = first;
    await first.marketplace.close();
    await leave(folder);
    const second = startMarketplace({ ...options, folder });
    const outcome = await Promise.race([second.then(() => "started"), setTimeout(1_000, "waits")]);
    expect(outcome).toBe("waits");
    await comeBack(folder);
    const ada = await (await second).as("ada");
    const file = createFile(await drawImage("png"), "a.png", "image/png");
    expect((await ada.createAttachment({ body: { listing_id: 1, file } })).status).toBe(201);
  },
);

test("T9 a service whose storage is closed answers 503", async () => {
  const running = await startMarketplace();
  const token = await running.token("ada");
  await running.marketplace.storage.close();
  for (const [method, path, body] of [
    ["GET", "/users/me", undefined],
    ["POST", "/users/request-password", { username_or_email: "ada" }],
  ] as const) {
    const answer = await send(`${running.url}${path}`, method, { token, body });
    expect(answer).toMatchObject({ status: 503, body: { code: "unavailable" } });
    expect(answer.headers.get("retry-after")).toBe("2");
  }
});
