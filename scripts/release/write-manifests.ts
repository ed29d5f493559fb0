// Writes the shared fields of published packages into their manifests, and copies the license into their
// folders. Run `node scripts/release/write-manifests.ts` for a new package, or after a change of the
// repository's URL; `test/manifests.test.ts` fails until then.

import { copyFileSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { prepack, publishedFields, type RootManifest } from "./published-fields.ts";
import { readWorkspace } from "./workspace.ts";

type Json = Readonly<Record<string, unknown>>;

const origin = ["homepage", "bugs", "repository", "license"];
const first = ["name", "version", "private", "description", "keywords", ...origin];
const beforePublishConfig = ["type", "sideEffects", "engines", "files"];

/** Returns a manifest with its keys in the order of all packages. */
function sortKeys(manifest: Json): Json {
  const leading = [...first, ...beforePublishConfig, "publishConfig"];
  const rest = Object.keys(manifest).filter((key) => !leading.includes(key));
  const keys = [...leading.filter((key) => key in manifest), ...rest];
  return Object.fromEntries(keys.map((key) => [key, manifest[key]]));
}

const root = fileURLToPath(new URL("../..", import.meta.url));
const readJson = (path: string): unknown => JSON.parse(readFileSync(path, "utf8"));
const rootManifest = readJson(join(root, "package.json")) as RootManifest;

for (const { folder, private: isPrivate } of readWorkspace(root)) {
  if (isPrivate) continue;
  const path = join(root, folder, "package.json");
  const manifest = readJson(path) as Json & {
    readonly files?: readonly string[];
    readonly scripts?: Readonly<Record<string, string>>;
  };
  const wanted = sortKeys({
    ...manifest,
    ...publishedFields(rootManifest, folder),
    files: [...new Set([...(manifest.files ?? []), "CHANGELOG.md"])].sort(),
    scripts: { ...manifest.scripts, prepack },
  });
  writeFileSync(path, `${JSON.stringify(wanted, null, 2)}\n`);
  copyFileSync(join(root, "LICENSE"), join(root, folder, "LICENSE"));
}
