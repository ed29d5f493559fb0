// Archives, many of them malicious.

import { strToU8, zipSync } from "fflate";
import { expect, test } from "vitest";
import { readArchive } from "../src/uploads/read-archive.ts";

const text = strToU8("openapi: 3.1.1\n");
const megabyte = new Uint8Array(1024 * 1024).fill(0x20);

test.each<[name: string, archive: Uint8Array, path: string | undefined, want: readonly string[]]>([
  ["a document", zipSync({ "openapi.yaml": text }), undefined, ["openapi.yaml"]],
  ["a JSON document", zipSync({ "asyncapi.json": text }), undefined, ["asyncapi.json"]],
  [
    "a document in a folder",
    zipSync({ "a/openapi.yaml": text, "b.yaml": text, "c/": new Uint8Array() }),
    "a/openapi.yaml",
    ["a/openapi.yaml", "b.yaml"],
  ],
])("%s is read", (_, archive, path, want) => {
  const { document, others } = readArchive(archive, path);
  expect([document, ...others].map((file) => file.path)).toEqual(want);
});

const lying = zipSync({ "openapi.yaml": megabyte });
// The size in the directory of the archive, which says that it is a byte.
new DataView(lying.buffer).setUint32(lying.length - 22 - 46 - "openapi.yaml".length + 24, 1, true);

test.each<[name: string, archive: Uint8Array, path: string | undefined, want: RegExp]>([
  ["no archive", text, undefined, /not a ZIP/],
  ["nothing", new Uint8Array(), undefined, /not a ZIP/],
  ["a part of one", zipSync({ "openapi.yaml": megabyte }).slice(0, 100), undefined, /not a ZIP/],
  ["no document", zipSync({ "other.yaml": text }), undefined, /no document/],
  ["two documents", zipSync({ "openapi.yaml": text, "openapi.json": text }), undefined, /several/],
  ["another document", zipSync({ "openapi.yaml": text }), "a.yaml", /not contain the file a.yaml/],
  ["a path upwards", zipSync({ "../openapi.yaml": text }), undefined, /path/],
  ["an absolute path", zipSync({ "/openapi.yaml": text }), undefined, /path/],
  ["bytes", zipSync({ "openapi.yaml": new Uint8Array([0xff, 0xfe]) }), undefined, /UTF-8/],
  [
    "many files",
    zipSync(Object.fromEntries(Array.from({ length: 300 }, (_, at) => [`${at}.yaml`, text]))),
    undefined,
    /257 files/,
  ],
  [
    "a bomb of one file",
    zipSync({ "openapi.yaml": new Uint8Array(17 * 1024 * 1024) }),
    undefined,
    /16 MiB/,
  ],
  [
    "a bomb of many files",
    zipSync(Object.fromEntries(Array.from({ length: 40 }, (_, at) => [`${at}.yaml`, megabyte]))),
    undefined,
    /32 MiB/,
  ],
])("%s is refused", (_, archive, path, want) => {
  let refusal: unknown;
  try {
    readArchive(archive, path);
  } catch (error) {
    refusal = error;
  }
  expect(JSON.stringify(Reflect.get(Object(refusal), "problem"))).toMatch(want);
});

test("a file is not larger than the archive says", () => {
  try {
    const { document } = readArchive(lying, undefined);
    expect(document.text.length).toBeLessThanOrEqual(1);
  } catch (error) {
    expect(Reflect.get(Object(error), "problem")).toMatchObject({ status: 400 });
  }
});
