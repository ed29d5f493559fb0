// A generated codec is used by an operation, or belongs to a named schema of the document: no other
// is printed.

import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { pascalCase } from "@specwright/contract";
import { expect, it } from "vitest";
import { parse } from "yaml";

const packages = join(import.meta.dirname, "../../packages");

it.each(["marketplace-api", "publisher-api"])("%s has no codec that nothing uses", async (name) => {
  const read = (file: string): Promise<string> => readFile(join(packages, name, file), "utf8");
  const texts = ["src/gen/codec.ts", "src/gen/descriptors.ts", "documents/openapi.yaml"].map(read);
  const [codecs = "", descriptors = "", document = ""] = await Promise.all(texts);
  const printed = [...codecs.matchAll(/^export const (\w+)Codec:/gm)].map(([, type = ""]) => type);
  const used = new Set([...descriptors.matchAll(/codecs\.(\w+)Codec/g)].map(([, type]) => type));
  const named = new Set(Object.keys(parse(document).components.schemas).map(pascalCase));
  expect(used.size).toBeGreaterThan(20);
  expect(printed.length).toBeGreaterThan(used.size);
  expect(printed.filter((type) => !used.has(type) && !named.has(type))).toEqual([]);
});
