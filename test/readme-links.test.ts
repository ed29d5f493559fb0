import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const root = join(import.meta.dirname, "..");
const repository = "https://github.com/specwright/specwright/";

/** The READMEs of published packages. npm shows them without the repository around them. */
const published = ["generators", "packages"].flatMap((group) =>
  readdirSync(join(root, group))
    .map((name) => join(group, name))
    .filter((folder) => {
      const manifest = join(root, folder, "package.json");
      return existsSync(manifest) && !JSON.parse(readFileSync(manifest, "utf8")).private;
    }),
);

test.each(published)("the links in the README of %s work outside of the repository", (folder) => {
  const text = readFileSync(join(root, folder, "README.md"), "utf8");
  const links = [...text.matchAll(/\]\(([^)\s]+)\)/g)].flatMap(([, link = ""]) => link);
  expect(links.filter((link) => link.startsWith("../"))).toEqual([]);
  const inRepository = links
    .filter((link) => link.startsWith(repository))
    .map((link) => link.slice(repository.length).replace(/^(?:blob|tree)\/main\//, ""))
    .map((link) => link.replace(/#.*$/, ""));
  expect(inRepository.filter((path) => !existsSync(join(root, path)))).toEqual([]);
});

/** The pages of docs/. They name files of the repository in code spans. */
const pages = ["README.md", "CONTRIBUTING.md"].concat(
  readdirSync(join(root, "docs"), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".md"))
    .map((name) => join("docs", name)),
);

test.each(pages)("the paths in %s exist", (page) => {
  const text = readFileSync(join(root, page), "utf8");
  const named = text.matchAll(/`((?:generators|packages|apps|test|scripts|specs)\/[\w./-]+)`/g);
  const paths = [...named].flatMap(([, path = ""]) => path);
  // NAME is a placeholder for the reader's choice.
  const missing = paths.filter((path) => !path.includes("NAME") && !existsSync(join(root, path)));
  expect(missing).toEqual([]);
});
