// The documents of this repository, and the corpus in the folder next to it if there is one.

import { existsSync, readdirSync } from "node:fs";
import { join, resolve } from "node:path";

const root: string = resolve(import.meta.dirname, "../..");
/** The folder of published documents, which may be absent. */
export const corpusFolder: string = resolve(root, "../shared/corpus");

/** The folder of minimal documents of reported trouble, which may be absent. */
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
 * The documents of the corpus; none if it is absent. Documents that are only parts of others are
 * omitted.
 */
export const corpusDocuments: readonly RepositoryDocument[] = documentsBelow(corpusFolder).filter(
  ({ name }) => !name.includes("/common/"),
);

/** Lists the YAML and JSON files below a folder; none if it is absent. */
export function documentsBelow(folder: string): readonly RepositoryDocument[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => /\.(ya?ml|json)$/.test(name))
    .sort()
    .map((name) => ({ name, path: join(folder, name) }));
}
