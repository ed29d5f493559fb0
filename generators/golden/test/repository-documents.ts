// The documents of this repository, and the corpus in the folder next to it if there is one.

import { existsSync, readdirSync } from "node:fs";
import { join, resolve } from "node:path";

const root: string = resolve(import.meta.dirname, "../../..");
const corpus: string = resolve(root, "../shared/corpus");

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
 * The documents of the corpus; empty if it is absent. Documents that are only parts of others are
 * omitted.
 */
export const corpusDocuments: readonly RepositoryDocument[] = existsSync(corpus)
  ? readdirSync(corpus, { recursive: true, encoding: "utf8" })
      .filter((name) => /\.(ya?ml|json)$/.test(name) && !name.includes("/common/"))
      .sort()
      .map((name) => ({ name, path: join(corpus, name) }))
  : [];
