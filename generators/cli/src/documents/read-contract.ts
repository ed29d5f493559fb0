import type { Contract } from "@specwright/contract";
import type { Terminal } from "../terminal/terminal.ts";
import type { DocumentFile } from "./document-file.ts";
import { readDocument } from "./read-document.ts";

/**
 * Reads the contract of a document, and prints its faults. Returns `undefined` if the document cannot be
 * compared.
 */
export async function readContract(
  terminal: Terminal,
  document: DocumentFile,
): Promise<Contract | undefined> {
  return (await readDocument(terminal, document))?.contract;
}
