import { hash } from "node:crypto";
import type { FileReference } from "../storage/file-repository.ts";

/**
 * Returns a digest of the texts and the paths of all files. The paths are included, because
 * references depend on them. If a document has only one file, its path is ignored.
 */
export function contentDigest(path: string, files: readonly FileReference[]): string {
  const [only] = files;
  if (only !== undefined && files.length === 1) return hash("sha256", only.sha256, "hex");
  const parts = files.map((file) => JSON.stringify([file.path, file.sha256])).toSorted();
  return hash("sha256", [JSON.stringify(path), ...parts].join("\n"), "hex");
}
