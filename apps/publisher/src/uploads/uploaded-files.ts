import type { SentDocument } from "../versions/document.ts";

/** A file of an uploaded document. */
export interface UploadedFile {
  /** The path relative to the common root of the files, with `/` as the separator. */
  readonly path: string;
  readonly text: string;
}

/** The files of an uploaded document. */
export interface UploadedFiles {
  readonly document: UploadedFile;
  /** The files that the document may refer to. */
  readonly others: readonly UploadedFile[];
}

/** The maximum number of files of a document besides the document itself. */
export const MAX_OTHER_FILES = 256;

/** The maximum length of a file, in characters. */
export const MAX_FILE_LENGTH: number = 16 * 1024 * 1024;

/** Returns uploaded files as a document to be stored. */
export function sentDocument(
  { document, others }: UploadedFiles,
  format: SentDocument["format"] | undefined,
): SentDocument {
  return { path: document.path, files: [document, ...others], format: format ?? null };
}
