import { mkdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { LogError } from "../log-error.ts";
import { checkFile } from "./check-file.ts";
import { type Database, openRoot, type RootDatabase } from "./lmdb.ts";
import { storageError } from "./storage-error.ts";
import { FORMAT_KEY } from "./store-keys.ts";

/** An opened folder. */
export interface LmdbStore {
  readonly environment: RootDatabase;
  readonly meta: Database;
  readonly records: Database;
  readonly ids: Database;
}

const FORMAT = 1;
/** A number of writes that no batch reaches. */
const MAX_WRITES = 2 ** 30;
const encoding = { encoding: "binary", keyEncoding: "binary" } as const;

/**
 * Opens a folder, and creates it if it is missing and not opened read-only.
 *
 * @throws LogError `log_corrupt` if the folder has anything but a whole log of this format. Its files
 * stay unchanged.
 */
export function openStore(folder: string, readOnly: boolean): LmdbStore {
  const environment = openEnvironment(folder, readOnly);
  try {
    checkContent(environment, folder);
    const meta = environment.openDB({ name: "meta", ...encoding, useVersions: true });
    const records = environment.openDB({ name: "records", ...encoding });
    const ids = environment.openDB({ name: "ids", ...encoding });
    if (meta === undefined || records === undefined || ids === undefined) {
      throw new LogError("log_unavailable", `${folder} holds no log yet; start its writer first`);
    }
    checkFormat(meta, folder, readOnly);
    return { environment, meta, records, ids };
  } catch (error) {
    void environment.close();
    throw storageError(error, folder);
  }
}

/**
 * Returns an identity for the file of a log. A different file under the same path has a different identity.
 */
export function fileIdentity(folder: string): string | undefined {
  const found = statSync(dataFile(folder), { bigint: true, throwIfNoEntry: false });
  return found && `${found.dev}:${found.ino}`;
}

const dataFile = (folder: string): string => join(folder, "data.mdb");

function openEnvironment(folder: string, readOnly: boolean): RootDatabase {
  try {
    // LMDB would create the folder and wait for data in it, even for a reader.
    if (readOnly) statSync(dataFile(folder));
    else mkdirSync(folder, { recursive: true });
  } catch (error) {
    const message = readOnly ? "holds no log yet; start its writer first" : "cannot be created";
    throw new LogError("log_unavailable", `${folder} ${message}`, { cause: error });
  }
  checkFile(folder);
  const options = {
    path: folder,
    ...encoding,
    noSubdir: false,
    maxDbs: 4,
    maxReaders: 1024,
    readOnly,
    // With overlappingSync, lmdb-js shows a transaction to all readers, even in other processes,
    // before it is flushed, and a power failure undoes it; awaiting `flushed` would delay only this
    // process. Without it, LMDB syncs the data, then writes and syncs the meta page, and only then
    // advances the transaction number that readers use: whatever can be read is on disk, and a batch
    // resolves after the sync.
    overlappingSync: false,
    // Every batch is a whole commit, so collecting other writes of the same turn gains nothing; and
    // a failing commit would reject a promise without a handler, which ends the process.
    eventTurnBatching: false,
    // Prevents the thread from starting, and waiting, while a batch is still being assembled.
    txnStartThreshold: MAX_WRITES,
    batchStartThreshold: MAX_WRITES,
  };
  try {
    return openRoot(options);
  } catch (error) {
    throw storageError(error, folder);
  }
}

function checkContent(environment: RootDatabase, folder: string): void {
  const names = [...environment.getKeys()].map((key) => key.toString("latin1"));
  const foreign = names.filter((name) => !/^(meta|records|ids)\0?$/.test(name));
  if (foreign.length > 0 || (names.length > 0 && !names.some((name) => /^meta/.test(name)))) {
    throw new LogError("log_corrupt", `the LMDB store in ${folder} is not a log`);
  }
}

function checkFormat(meta: Database, folder: string, readOnly: boolean): void {
  const found = meta.get(FORMAT_KEY)?.toString();
  if (found === undefined) {
    const empty = [...meta.getKeys({ limit: 1 })].length === 0;
    if (!empty) throw new LogError("log_corrupt", `the store in ${folder} has no format`);
    if (readOnly) throw new LogError("log_unavailable", `${folder} holds no log yet`);
    meta.putSync(FORMAT_KEY, Buffer.from(JSON.stringify({ format: FORMAT })), 1);
    return;
  }
  if (found !== JSON.stringify({ format: FORMAT })) {
    throw new LogError(
      "log_corrupt",
      `${folder} has ${found}; this version reads format ${FORMAT}`,
    );
  }
}
