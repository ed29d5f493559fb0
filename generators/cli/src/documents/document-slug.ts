import { basename, dirname } from "node:path";

/**
 * Returns a short name for a document: the name of its file. If the file is named openapi or asyncapi,
 * returns the name of the folder.
 */
export function documentSlug(path: string): string {
  const stem = basename(path).replace(/\.(ya?ml|json)$/, "");
  const folder = basename(dirname(path));
  return /^(openapi|asyncapi)$/.test(stem) && folder !== "" && folder !== "." ? folder : stem;
}
