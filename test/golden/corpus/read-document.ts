import type { EmittedFile } from "@specwright/emit/print";
import { errorsOf, generateDocument } from "../generate-document.ts";

/**
 * The outcome for a document: generated as it is, or repaired, or refused with the codes of its
 * errors.
 */
export type Reading =
  | { readonly outcome: "strict" | "lenient"; readonly files: readonly EmittedFile[] }
  | {
      readonly outcome: "refused";
      readonly codes: readonly string[];
      readonly errors: readonly string[];
    };

/** Generates a document strictly, and leniently if it is refused. */
export async function readDocument(path: string, root: string): Promise<Reading> {
  const strict = await generateDocument(path, { load: { root } });
  if (errorsOf(strict.diagnostics).length === 0) return { outcome: "strict", files: strict.files };
  const lenient = await generateDocument(path, { load: { root, lenient: true } });
  const errors = errorsOf(lenient.diagnostics);
  if (errors.length === 0) return { outcome: "lenient", files: lenient.files };
  const codes = lenient.diagnostics
    .filter(({ severity }) => severity === "error")
    .map(({ code }) => code);
  return { outcome: "refused", codes: [...new Set(codes)], errors };
}
