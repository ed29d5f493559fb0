import type { DocumentType } from "./detect-document.ts";
import type { FileSet } from "./load-files.ts";
import type { LoadedFile } from "./loaded-file.ts";
import type { Problem } from "./problem.ts";

/** Checks the structure of a document against the specification of its kind. */
export async function checkDocument(
  _document: DocumentType,
  _entry: LoadedFile,
  _set: FileSet,
): Promise<readonly Problem[]> {
  return [];
}
