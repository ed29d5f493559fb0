// The pages for AsyncAPI's catalogue of extensions match the schemas.

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { extensionSchemas } from "@specwright/spec-loader";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { catalogFolder, catalogPages } from "../../scripts/catalog/catalog-pages.ts";

const root = join(import.meta.dirname, "../..");

describe("the pages for the catalogue", () => {
  const pages = catalogPages(root);

  test("are current (`npm run extensions-catalog` writes them)", () => {
    const folder = join(root, catalogFolder);
    const written = readdirSync(folder).map((name): [string, string] => [
      name,
      readFileSync(join(folder, name), "utf8"),
    ]);
    expect(new Map(written)).toEqual(pages);
  });

  test.each([...pages])("%s has every field of its schema, with an example", (file, text) => {
    const name = `x-${file.replace(".md", "")}`;
    const fields = [...JSON.stringify(extensionSchemas[name]).matchAll(/"properties":\{"(\w+)"/g)];
    expect(fields.length).toBeGreaterThan(0);
    for (const [, field] of fields)
      expect(text).toMatch(new RegExp(`^\`(?:\\S*\\.)?${field}\``, "m"));
    const [, example = ""] = /```yaml\n([\s\S]*)```/.exec(text) ?? [];
    expect(parse(example)).toMatchObject({ channels: { market: { [name]: { version: 1 } } } });
  });
});
