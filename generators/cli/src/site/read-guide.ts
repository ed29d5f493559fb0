// Reads the pages for `--pages`: all Markdown files in a folder.

import { readdir, readFile } from "node:fs/promises";
import { join, relative, resolve, sep } from "node:path";
import { type Guide, guidePages } from "@specwright/site";
import { CliError } from "../terminal/cli-error.ts";

/**
 * Reads the pages of a guide from a folder. Skips `node_modules` and folders that start with a dot.
 *
 * @throws {CliError} `document_not_found`, `pages_invalid`.
 */
export async function readGuide(
  folder: string,
  pages: string,
  source: string | undefined,
): Promise<Guide> {
  const root = resolve(folder, pages);
  const entries = await readdir(root, { recursive: true, withFileTypes: true }).catch(() => []);
  const paths = entries
    .filter((entry) => entry.isFile() && /\.md$/i.test(entry.name))
    .map(({ parentPath, name }) => relative(root, join(parentPath, name)).split(sep).join("/"))
    .filter((path) => !/(?:^|\/)(?:\.|node_modules\/)/.test(path))
    .toSorted();
  if (paths.length === 0) {
    throw new CliError(
      "document_not_found",
      `There are no Markdown files in ${pages}.`,
      "Name a folder with files that end in .md.",
    );
  }
  const files = [];
  for (const path of paths) files.push({ path, text: await readFile(join(root, path), "utf8") });
  const guide = { files, ...(source !== undefined && { source }) };
  const { deadLinks } = guidePages(guide);
  if (deadLinks.length === 0) return guide;
  throw new CliError(
    "pages_invalid",
    `In ${pages}, these links lead nowhere:\n${deadLinks.map((each) => `  ${each}`).join("\n")}`,
    "Correct each link.",
  );
}
