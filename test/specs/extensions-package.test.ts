// What the package of the extensions promises: each schema is where its $id says, and the pages for
// AsyncAPI's catalogue say what the schemas say.

import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { extensionSchemas } from "@specwright/extensions";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { catalogFolder, catalogPages } from "../../scripts/catalog/catalog-pages.ts";

const root = join(import.meta.dirname, "../..");
const names = Object.keys(extensionSchemas);

describe("the published package", () => {
  const output = execFileSync("npm", ["pack", "--json", "--dry-run", "--ignore-scripts"], {
    cwd: join(root, "generators/extensions"),
    encoding: "utf8",
  });
  const packed = Object.values(
    JSON.parse(output) as Readonly<Record<string, { readonly files: readonly { path: string }[] }>>,
  ).flatMap(({ files }) => files.map(({ path }) => path));

  test.each(names)("has %s at its $id", (name) => {
    const { $id } = extensionSchemas[name] as { readonly $id: string };
    const [, path = ""] = /^https:\/\/unpkg\.com\/@specwright\/extensions\/(.+)$/.exec($id) ?? [];
    expect(packed).toContain(path);
    const text = readFileSync(join(root, "generators/extensions", path), "utf8");
    expect(JSON.parse(text)).toEqual(extensionSchemas[name]);
  });
});

describe("the pages for the catalogue", () => {
  const pages = catalogPages(root);

  test("are those that the schemas make (npm run extensions-catalog)", () => {
    const folder = join(root, catalogFolder);
    const written = readdirSync(folder).map((name): [string, string] => [
      name,
      readFileSync(join(folder, name), "utf8"),
    ]);
    expect(new Map(written)).toEqual(pages);
  });

  test.each([...pages])("%s has every field of its schema, and an example of it", (file, text) => {
    const name = `x-${file.replace(".md", "")}`;
    const fields = [...JSON.stringify(extensionSchemas[name]).matchAll(/"properties":\{"(\w+)"/g)];
    expect(fields.length).toBeGreaterThan(0);
    for (const [, field] of fields)
      expect(text).toMatch(new RegExp(`^\`(?:\\S*\\.)?${field}\``, "m"));
    const [, example = ""] = /```yaml\n([\s\S]*)```/.exec(text) ?? [];
    expect(parse(example)).toMatchObject({ channels: { market: { [name]: { version: 1 } } } });
  });
});
