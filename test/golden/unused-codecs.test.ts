// Every generated codec is used by an operation or a webhook, or belongs to a named schema of the document.

import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { pascalCase } from "@specwright/contract";
import { expect, it } from "vitest";
import { parse } from "yaml";

const packages = join(import.meta.dirname, "../../packages");

it.each([
  ["marketplace-api", ["src/gen/descriptors.ts"]],
  ["publisher-api", ["src/gen/descriptors.ts", "src/gen/webhooks.ts"]],
])("%s has no unused codec", async (name, users) => {
  const read = (file: string): Promise<string> => readFile(join(packages, name, file), "utf8");
  const files = ["src/gen/codec.ts", "documents/openapi.yaml", ...users];
  const [codecs = "", document = "", ...using] = await Promise.all(files.map(read));
  const printed = [...codecs.matchAll(/^export const (\w+)Codec:/gm)].map(([, type = ""]) => type);
  const used = new Set([...using.join().matchAll(/codecs\.(\w+)Codec/g)].map(([, type]) => type));
  const named = new Set(Object.keys(parse(document).components.schemas).map(pascalCase));
  expect(used.size).toBeGreaterThan(20);
  expect(printed.length).toBeGreaterThan(used.size);
  expect(printed.filter((type) => !used.has(type) && !named.has(type))).toEqual([]);
});
