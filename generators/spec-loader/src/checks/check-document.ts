import type { DocumentType } from "../detect-document.ts";
import type { Problem } from "../diagnostics/problem.ts";
import type { FileSet } from "../references/load-files.ts";
import type { LoadedFile } from "../text/loaded-file.ts";
import { checkAsyncapi } from "./check-asyncapi.ts";
import { checkOpenapi } from "./check-openapi.ts";

/** Checks the structure of a document against the specification of its kind, by our own rules. */
export function checkDocument(
  document: DocumentType,
  entry: LoadedFile,
  set: FileSet,
): readonly Problem[] {
  switch (document.kind) {
    case "openapi":
      return checkOpenapi(document, entry, set);
    case "asyncapi":
      return checkAsyncapi(document, entry, set);
    default:
      return document.kind satisfies never;
  }
}
