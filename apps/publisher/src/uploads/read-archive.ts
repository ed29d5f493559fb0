// Reads the files of a ZIP archive. The archive is never written to a disk.

import { FilePathCodec } from "@specwright/publisher-api/codec";
import { type UnzipFileInfo, unzipSync } from "fflate";
import { badUpload } from "./bad-upload.ts";
import {
  MAX_FILE_LENGTH,
  MAX_OTHER_FILES,
  type UploadedFile,
  type UploadedFiles,
} from "./uploaded-files.ts";

/** The maximum size of all files of an archive, in bytes. */
const MAX_TOTAL_BYTES = 32 * 1024 * 1024;

/**
 * Reads an archive. `path` is the path of the document. Default: the only file in the root folder
 * whose name is `openapi` or `asyncapi`.
 *
 * @throws ProblemError 400 if the archive is damaged, too large, or does not contain a document.
 */
export function readArchive(archive: Uint8Array, path: string | undefined): UploadedFiles {
  const files = unpackFiles(archive);
  const wanted = path ?? documentAmong(files);
  const document = files.find((file) => file.path === wanted);
  if (document === undefined) {
    throw badUpload(
      "/path",
      "missing",
      `The archive does not contain the file ${wanted}.`,
      "query",
    );
  }
  return { document, others: files.filter((file) => file !== document) };
}

function unpackFiles(archive: Uint8Array): readonly UploadedFile[] {
  let count = 0;
  let total = 0;
  function takeFile({ name, originalSize }: UnzipFileInfo): boolean {
    if (name.endsWith("/")) return false;
    count += 1;
    total += originalSize;
    if (count > MAX_OTHER_FILES + 1) throw badArchive("It contains more than 257 files.");
    if (originalSize > MAX_FILE_LENGTH) throw badArchive("A file is larger than 16 MiB.");
    if (total > MAX_TOTAL_BYTES) throw badArchive("Its files are larger than 32 MiB in total.");
    if (!isPath(name)) throw badArchive("The path of a file is not allowed.");
    return true;
  }
  const unpacked = inflateEntries(archive, takeFile);
  // If two entries had the same name, one file would be lost.
  if (unpacked.length !== count) throw badArchive("It contains a file twice.");
  return unpacked.map(([name, bytes]) => ({ path: name, text: decodeUtf8(bytes) }));
}

/** Inflates each entry into a buffer of its declared size. The buffers never grow. */
function inflateEntries(
  archive: Uint8Array,
  filter: (file: UnzipFileInfo) => boolean,
): readonly (readonly [name: string, bytes: Uint8Array])[] {
  try {
    return Object.entries(unzipSync(archive, { filter }));
  } catch (error) {
    if (error instanceof Error && "problem" in error) throw error;
    throw badArchive("It is damaged, encrypted or not a ZIP archive.");
  }
}

function isPath(name: string): boolean {
  try {
    FilePathCodec.parse(name);
    return true;
  } catch {
    return false;
  }
}

function decodeUtf8(bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw badArchive("A file is not UTF-8 text.");
  }
}

function documentAmong(files: readonly UploadedFile[]): string {
  const found = files.filter(({ path }) => /^(?:openapi|asyncapi)\.(?:ya?ml|json)$/.test(path));
  const [only, ...others] = found;
  if (only !== undefined && others.length === 0) return only.path;
  const what = only === undefined ? "no document" : "several documents";
  const message = `The archive has ${what} in its root. Name the document in the parameter path.`;
  throw badUpload("/path", "required", message, "query");
}

function badArchive(message: string): Error {
  return badUpload("", "archive", message);
}
