import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { stripAsyncapiSchema } from "./strip-asyncapi-schema.ts";

const versions = ["2.0.0", "2.1.0", "2.2.0", "2.3.0", "2.4.0", "2.5.0", "2.6.0", "3.0.0", "3.1.0"];
const folder = join(import.meta.dirname, "../../schemas");

// UPDATE_GOLDENS=1 writes them.
test.each(versions)("the schema of AsyncAPI %s is the official one", async (version) => {
  const path = join(folder, `asyncapi-${version}.json`);
  const want = stripAsyncapiSchema(version);
  if (process.env["UPDATE_GOLDENS"] === "1") await writeFile(path, want);
  expect(await readFile(path, "utf8")).toBe(want);
});
