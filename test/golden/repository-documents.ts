// The documents of this repository, and of the corpus in the folder next to it if it exists.

import { existsSync, readdirSync } from "node:fs";
import { join, resolve } from "node:path";

const root: string = resolve(import.meta.dirname, "../..");
/** The folder of published documents; may be missing. */
export const corpusFolder: string = resolve(root, "../shared/corpus");

/** The folder of minimal documents of reported issues; may be missing. */
export const reportsFolder: string = resolve(root, "../shared/reports");

/** A document on disk. */
export interface RepositoryDocument {
  readonly name: string;
  readonly path: string;
}

/** The contracts of this repository. */
export const ownDocuments: readonly RepositoryDocument[] = [
  "streams/asyncapi.yaml",
  "marketplace/openapi.yaml",
  "publisher/openapi.yaml",
].map((name) => ({ name, path: join(root, "specs", name) }));

/**
 * The documents of the corpus; empty if it is missing. Documents that are only parts of others are left
 * out.
 */
export const corpusDocuments: readonly RepositoryDocument[] = documentsBelow(corpusFolder).filter(
  ({ name }) => !name.includes("/common/"),
);

/** Lists the YAML and JSON files below a folder; empty if it is missing. */
export function documentsBelow(folder: string): readonly RepositoryDocument[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => /\.(ya?ml|json)$/.test(name))
    .sort()
    .map((name) => ({ name, path: join(folder, name) }));
}
