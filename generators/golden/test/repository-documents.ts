// The documents of this repository, and the corpus that stands beside it where there is one.

import { existsSync, readdirSync } from "node:fs";
import { join, resolve } from "node:path";

const root: string = resolve(import.meta.dirname, "../../..");
const corpus: string = resolve(root, "../shared/corpus");

/** A document on disk. */
export interface RepositoryDocument {
  readonly name: string;
  readonly path: string;
}

/** Lists the contracts of this repository. */
export const ownDocuments: readonly RepositoryDocument[] = [
  "streams/asyncapi.yaml",
  "marketplace/openapi.yaml",
  "publisher/openapi.yaml",
].map((name) => ({ name, path: join(root, "specs", name) }));

/** Lists the documents of the corpus; empty where it is not. Parts that other documents refer to are left out. */
export const corpusDocuments: readonly RepositoryDocument[] = existsSync(corpus)
  ? readdirSync(corpus, { recursive: true, encoding: "utf8" })
      .filter((name) => /\.(ya?ml|json)$/.test(name) && !name.includes("/common/"))
      .sort()
      .map((name) => ({ name, path: join(corpus, name) }))
  : [];
