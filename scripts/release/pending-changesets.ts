import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";

/** Lists the changesets that wait for a release, by file name without `.md`. */
export function pendingChangesets(root: string): readonly string[] {
  const folder = join(root, ".changeset");
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((file) => file.endsWith(".md") && file !== "README.md")
    .map((file) => file.slice(0, -3))
    .sort();
}
