// A generated codec is used by an operation, or belongs to a named schema of the document: no other
// is printed.

import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";

const packages = join(import.meta.dirname, "../../packages");

it.each(["marketplace-api", "publisher-api"])("%s has no codec that nothing uses", async (name) => {
  const read = (file: string): Promise<string> =>
    readFile(join(packages, name, "src/gen", file), "utf8");
  const [codecs, descriptors] = await Promise.all([read("codec.ts"), read("descriptors.ts")]);
  const printed = [...codecs.matchAll(/@generated from (.*?)\s+\*\/\s+export const (\w+Codec):/g)];
  const used = new Set([...descriptors.matchAll(/codecs\.(\w+)/g)].map(([, codec]) => codec));
  expect(printed.length).toBe(codecs.match(/^export const \w+Codec:/gm)?.length);
  expect(used.size).toBeGreaterThan(20);
  const unused = printed.filter(
    ([, place = "", codec]) => !used.has(codec) && !/ components > schemas > \S+$/.test(place),
  );
  expect(unused.map(([, place, codec]) => `${codec} of ${place}`)).toEqual([]);
});
