import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createAccessKeys } from "@specwright/streams-service";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readAccessKeys } from "../src/keys/access-keys.ts";

const secretKey = "00112233445566778899aabbccddeeff".repeat(2);
const entry = { accessKey: "ak-1", secretKey, brokerId: "BRK-1" };
let folder = "";

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "streams-keys-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

test("contains its initial keys", async () => {
  const keys = createAccessKeys([entry]);
  expect(await keys.lookup("ak-1")).toEqual({ secretKey, brokerId: "BRK-1" });
  expect(await keys.ended(["ak-1", "ak-2"])).toEqual(["ak-2"]);
});

test.each([
  ["an access key with a space", { ...entry, accessKey: "a k" }, "malformed"],
  ["a short secret", { ...entry, secretKey: "00ff" }, "64 hex"],
  ["a broker with a newline", { ...entry, brokerId: "a\nb" }, "visible ASCII"],
])("refuses %s without quoting the secret", (_name, bad, message) => {
  expect(() => createAccessKeys([bad])).toThrow(message);
  expect(() => createAccessKeys([bad])).not.toThrow(bad.secretKey);
});

test.each([
  ["is not JSON", "[{", "is not JSON"],
  ["is not a list", "{}", "must be a JSON array"],
  ["lacks a member", '[{"access_key":"a"}]', "item 0 needs"],
])("refuses a file that %s", async (_name, text, message) => {
  const path = join(folder, "keys.json");
  await writeFile(path, text);
  await expect(readAccessKeys(path)).rejects.toMatchObject({ code: "bad_access_keys" });
  await expect(readAccessKeys(path)).rejects.toThrow(message);
});

test("reads a file", async () => {
  const path = join(folder, "good.json");
  await writeFile(
    path,
    JSON.stringify([{ access_key: "ak-1", secret_key: secretKey, broker_id: "BRK-1" }]),
  );
  expect(await readAccessKeys(path)).toEqual([entry]);
  await expect(readAccessKeys(`${path}.none`)).rejects.toThrow("cannot be read");
});
