import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const root = join(import.meta.dirname, "..");
const repository = "https://github.com/specwright/specwright/";

/** The READMEs of packages that are published, without the repository around them. */
const published = ["generators", "packages"].flatMap((group) =>
  readdirSync(join(root, group))
    .map((name) => join(group, name))
    .filter((folder) => {
      const manifest = join(root, folder, "package.json");
      return existsSync(manifest) && !JSON.parse(readFileSync(manifest, "utf8")).private;
    }),
);

test.each(published)("the README of %s leads to files that its readers have", (folder) => {
  const text = readFileSync(join(root, folder, "README.md"), "utf8");
  const links = [...text.matchAll(/\]\(([^)\s]+)\)/g)].flatMap(([, link = ""]) => link);
  expect(links.filter((link) => link.startsWith("../"))).toEqual([]);
  const inRepository = links
    .filter((link) => link.startsWith(repository))
    .map((link) => link.slice(repository.length).replace(/^(?:blob|tree)\/main\//, ""))
    .map((link) => link.replace(/#.*$/, ""));
  expect(inRepository.filter((path) => !existsSync(join(root, path)))).toEqual([]);
});
