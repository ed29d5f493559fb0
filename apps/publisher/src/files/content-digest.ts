import { hash } from "node:crypto";
import type { FileReference } from "../storage/file-repository.ts";

/**
 * Returns what is the same for two documents if their texts are, and the paths by which their files
 * refer to one another. The name of a document that consists of one file means nothing.
 */
export function contentDigest(path: string, files: readonly FileReference[]): string {
  const [only] = files;
  if (only !== undefined && files.length === 1) return hash("sha256", only.sha256, "hex");
  const parts = files.map((file) => JSON.stringify([file.path, file.sha256])).toSorted();
  return hash("sha256", [JSON.stringify(path), ...parts].join("\n"), "hex");
}
