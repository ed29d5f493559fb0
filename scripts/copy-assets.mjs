// Copies the files that a bundle reads at run time into dist/: the scripts of the pages' console, the
// schemas of AsyncAPI, and the schemas of our extensions, which users import.
import { cpSync } from "node:fs";

const generators = new URL("../generators/", import.meta.url);
const copies = {
  "site/dist/bundles": "dist/bundles",
  "spec-loader/schemas": "dist/schemas",
  "spec-loader/src/extensions": "dist/extensions",
};
for (const [from, to] of Object.entries(copies)) {
  cpSync(new URL(from, generators), to, {
    recursive: true,
    filter: (path) => !path.endsWith(".ts"),
  });
}
