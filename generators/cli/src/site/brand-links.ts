import type { SiteFile } from "@specwright/site";
import { CliError } from "../terminal/cli-error.ts";

/**
 * Yields the files of a site unchanged. After the last file, checks that the brand's links lead to these
 * files.
 *
 * @throws {CliError} `usage` if a linked file is missing. The message names all missing files.
 */
export function* withLinkedPages(
  files: Iterable<SiteFile>,
  links: readonly { readonly to: string }[],
): Generator<SiteFile, void, undefined> {
  const paths = new Set<string>();
  for (const file of files) {
    paths.add(file.path);
    yield file;
  }
  const dead = links.flatMap(({ to }, at) => {
    const path = to.replace(/\/$/, "/index.html");
    const isThere = /^https?:\/\//i.test(to) || paths.has(path) || paths.has(decodePath(path));
    return isThere ? [] : `links[${at}].to leads to ${to}, which is not in the site`;
  });
  if (dead.length === 0) return;
  const pages = [...paths].filter((path) => /^[^/]+\/index\.html$/.test(path)).slice(0, 5);
  const such = pages.length === 0 ? "" : `, such as ${pages.join(", ")}`;
  throw new CliError("usage", `--brand: ${dead.join("; ")}.`, `Name a file of the site${such}.`);
}

function decodePath(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
