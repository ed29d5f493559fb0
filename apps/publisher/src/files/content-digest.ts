import { hash } from "node:crypto";
import type { FileReference } from "./file-repository.ts";

/** Returns what is the same for two documents if their paths and texts are. */
export function contentDigest(path: string, files: readonly FileReference[]): string {
  const parts = files.map((file) => JSON.stringify([file.path, file.sha256])).toSorted();
  return hash("sha256", [JSON.stringify(path), ...parts].join("\n"), "hex");
}
