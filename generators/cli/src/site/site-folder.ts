// Writes a site. If the run is interrupted, the old site stays complete. Writes all files to a temporary
// folder beside the output folder, and finally replaces the output folder by it.

import { existsSync } from "node:fs";
import { mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { dirname, join, relative, sep } from "node:path";
import type { SiteFile } from "@specwright/site";
import { clearStaged, stagingFolder } from "../project/output-folder.ts";
import { CliError } from "../terminal/cli-error.ts";

/** The manifest of a site's folder: the list of its files. */
export const siteManifestName = ".specwright-site.json";

/**
 * Replaces the folder of a site. Calls `onFile` with the number of files so far after each file. Returns
 * the total number of files.
 *
 * @throws {CliError} `output_unsafe` if the folder contains files that no earlier run wrote.
 */
export async function writeSiteFolder(
  folder: string,
  files: Iterable<SiteFile>,
  onFile: (count: number) => void,
): Promise<number> {
  await assertReplaceable(folder);
  await clearStaged(dirname(folder));
  const staged = await stagingFolder(dirname(folder));
  const paths: string[] = [];
  const made = new Set<string>();
  try {
    for (const written of files) {
      const { path } = written;
      const file = join(staged, "site", path);
      const above = dirname(file);
      if (!made.has(above)) await mkdir(above, { recursive: true });
      made.add(above);
      await writeFile(file, "text" in written ? written.text : written.bytes);
      paths.push(path);
      onFile(paths.length);
    }
    const manifest = `${JSON.stringify({ files: paths }, null, 1)}\n`;
    await writeFile(join(staged, "site", siteManifestName), manifest);
    if (existsSync(folder)) await rename(folder, join(staged, "before"));
    await rename(join(staged, "site"), folder);
  } finally {
    await rm(staged, { recursive: true, force: true });
  }
  return paths.length;
}

/**
 * Throws if a folder contains files of other origin, because replacing the folder would remove these files.
 */
async function assertReplaceable(folder: string): Promise<void> {
  if (!existsSync(folder)) return;
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => {
    throw unsafeFolder(folder, "is not a folder");
  });
  const present = entries
    .filter((each) => !each.isDirectory())
    .map(({ parentPath, name }) => relative(folder, join(parentPath, name)).split(sep).join("/"));
  if (present.length === 0) return;
  const known = await knownPaths(join(folder, siteManifestName));
  const stranger = present.find((path) => path !== siteManifestName && !known.has(path));
  if (stranger === undefined) return;
  throw unsafeFolder(folder, `has ${stranger}, which \`specwright site\` did not write`);
}

function unsafeFolder(folder: string, problem: string): CliError {
  return new CliError(
    "output_unsafe",
    `${folder} ${problem}.`,
    "Choose another folder for --output, or empty this one: the command replaces its content.",
  );
}

async function knownPaths(manifest: string): Promise<ReadonlySet<string>> {
  if (!existsSync(manifest)) return new Set();
  try {
    const { files }: { readonly files?: unknown } = JSON.parse(await readFile(manifest, "utf8"));
    return new Set(Array.isArray(files) ? files.filter((each) => typeof each === "string") : []);
  } catch {
    return new Set();
  }
}
