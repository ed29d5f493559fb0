import type { Contract } from "@specwright/contract";
import type { Terminal } from "../terminal/terminal.ts";
import type { DocumentFile } from "./document-file.ts";
import { readDocument } from "./read-document.ts";

/**
 * Reads the contract of a document. Prints its errors and returns `undefined` if there are any. Only
 * the syntax and the references of a released one are checked: it cannot be mended any more.
 */
export async function readContract(
  terminal: Terminal,
  document: DocumentFile,
  options: { readonly isReleased: boolean },
): Promise<Contract | undefined> {
  return (await readDocument(terminal, document, options))?.contract;
}
