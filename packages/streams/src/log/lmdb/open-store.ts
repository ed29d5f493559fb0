import { mkdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { LogError } from "../log-error.ts";
import { checkFile } from "./check-file.ts";
import { type Database, openRoot, type RootDatabase } from "./lmdb.ts";
import { storageError } from "./storage-error.ts";
import { FORMAT_KEY } from "./store-keys.ts";

/** The tables of an open log. */
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
 * Opens the log in a folder. If it is missing, creates it, unless `readOnly` is set.
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
 * Returns a text that identifies the file of a log. A different file at the same path has a different text.
 * Returns undefined if the file is missing.
 */
export function fileIdentity(folder: string): string | undefined {
  const found = statSync(dataFile(folder), { bigint: true, throwIfNoEntry: false });
  return found && `${found.dev}:${found.ino}`;
}

const dataFile = (folder: string): string => join(folder, "data.mdb");

function openEnvironment(folder: string, readOnly: boolean): RootDatabase {
  try {
    // A reader first checks that the file exists, because LMDB would create the folder even for a reader.
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
    // With overlappingSync, lmdb-js shows a transaction to all readers before it is on disk, even in other
    // processes, and a power failure would undo it. Waiting for `flushed` would help only in this process.
    // Without overlappingSync, LMDB first syncs the data, then the meta page, and only then lets readers
    // see the transaction. Everything that can be read is then on disk, and a batch resolves after the
    // sync.
    overlappingSync: false,
    // Each batch is a complete commit, so combining it with other writes would gain nothing. If such a
    // combined commit fails, lmdb-js rejects a promise without a handler, which ends the process.
    eventTurnBatching: false,
    // Prevents lmdb-js from starting its thread before the batch is complete.
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
