// Checks that a file store belongs to the database: both contain the same random identity. Without
// this check, a service with a different database would remove all files as unused.

import { MarketplaceError } from "../marketplace-error.ts";
import type { RandomBytes } from "../secrets/session-token.ts";
import type { MarketplaceStorage } from "../storage/marketplace-storage.ts";
import type { FileStore } from "./file-store.ts";

/** A file store and a database. */
export interface StorePair {
  readonly files: FileStore;
  readonly storage: MarketplaceStorage;
  readonly random: RandomBytes;
}

/** The number of file names that one query looks up. */
const BATCH = 200;

/**
 * Requires that a file store belongs to the database. If the store has no identity yet, it gets the
 * identity of the database in two cases: both are empty, or the store contains an image of the
 * database.
 *
 * @throws MarketplaceError `foreign_files`; UnavailableError
 */
export async function requireOwnFiles(pair: StorePair): Promise<void> {
  const { files } = pair;
  const own = await storageIdentity(pair);
  const found = await files.identity();
  if (found === own) return;
  if (found !== undefined) throw foreignFiles(files, "belongs to another database");
  const why = await foreignStoreReason(pair);
  if (why !== undefined) throw foreignFiles(files, why);
  await files.setIdentity(own);
}

/** The result of `adoptFiles`. */
export interface AdoptedFiles {
  readonly location: string;
  /** The number of files in the store. */
  readonly files: number;
  /** The number of files in the store that are images of the database. */
  readonly known: number;
}

/**
 * Assigns a file store to the database, whatever the store contains. Rejects with UnavailableError.
 */
export async function adoptFiles(pair: StorePair): Promise<AdoptedFiles> {
  const { files } = pair;
  const counts = { files: 0, known: 0 };
  for await (const { names, known } of countInBatches(pair)) {
    counts.files += names;
    counts.known += known;
  }
  await files.setIdentity(await storageIdentity(pair));
  return { location: files.location, ...counts };
}

function storageIdentity({ storage, random }: StorePair): Promise<string> {
  const create = () => Buffer.from(random(16)).toString("hex");
  return storage.transaction(({ serviceKeys }) => serviceKeys.named("file_store", create));
}

/**
 * For a store without an identity, returns the reason why the store may belong to a different
 * database. Returns undefined if the store belongs to this database.
 */
async function foreignStoreReason(pair: StorePair): Promise<string | undefined> {
  let isEmpty = true;
  for await (const { known } of countInBatches(pair)) {
    // File names are random, so one common name proves that the store belongs to the database.
    if (known > 0) return undefined;
    isEmpty = false;
  }
  if (!isEmpty) return "has files, but no images of this database";
  const hasImages = await pair.storage.committed.attachments.exists();
  return hasImages ? "is empty, but the database has images" : undefined;
}

async function* countInBatches({
  files,
  storage,
}: StorePair): AsyncGenerator<{ readonly names: number; readonly known: number }> {
  let names: string[] = [];
  const countKnown = async () => {
    const known = await storage.committed.attachments.knownFiles(names);
    return { names: names.length, known: known.size };
  };
  for await (const name of files.list()) {
    names.push(name);
    if (names.length < BATCH) continue;
    yield await countKnown();
    names = [];
  }
  if (names.length > 0) yield await countKnown();
}

function foreignFiles({ location }: FileStore, what: string): MarketplaceError {
  return new MarketplaceError(
    "foreign_files",
    `the file store ${location} ${what}; nothing was changed. Correct MARKETPLACE_DATA, ` +
      "MARKETPLACE_FILES_URL or DATABASE_URL, or, if the store is right, run " +
      "`specwright-marketplace files adopt`",
  );
}
