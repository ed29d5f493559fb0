// Copies the files that a bundle reads at run time into dist/: `node scripts/copy-assets.mjs NAME...`.
// Copies all without a name.
import { cpSync } from "node:fs";

const generators = new URL("../generators/", import.meta.url);
const sources = {
  /** The scripts of the console in the pages. */
  bundles: "site/dist/bundles",
  /** The schemas of AsyncAPI. */
  schemas: "spec-loader/schemas",
  /** The schemas of our extensions, which users import. */
  extensions: "spec-loader/src/extensions",
};
const names = process.argv.length > 2 ? process.argv.slice(2) : Object.keys(sources);
for (const name of names) {
  cpSync(new URL(sources[name], generators), `dist/${name}`, {
    recursive: true,
    filter: (path) => !path.endsWith(".ts"),
  });
}
