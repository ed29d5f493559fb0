import { posix } from "node:path";
import { gunzipSync } from "node:zlib";
import { buildContract, type Contract } from "@specwright/contract";
import { type Diagnostic, loadSpecification, withoutLenientAdvice } from "@specwright/spec-loader";
import type { PackedDocument } from "../processing/protocol.ts";
import { placeIn } from "./place-in.ts";

/**
 * A document that was read. `contract` is undefined if a diagnostic is an error and errors are not
 * accepted.
 */
export interface ReadDocument {
  readonly contract: Contract | undefined;
  /** The file names are relative to the common root of all files. */
  readonly diagnostics: readonly Diagnostic[];
}

/** A folder that does not exist, so a document can refer only to its own files. */
const ROOT = "/document";

/**
 * Reads a document from its own files only.
 *
 * @param wasAccepted Whether the document was accepted before. If true, structural checks are
 * skipped, unless the faults that they find must be repaired.
 */
export async function readDocument(
  { path, files, isLenient = false, acceptsFaults = false }: PackedDocument,
  { wasAccepted }: { readonly wasAccepted: boolean },
): Promise<ReadDocument> {
  const contents = new Map(files.map((file) => [posix.join(ROOT, file.path), file.content]));
  const entry = posix.join(ROOT, path);

  async function readFile(file: string): Promise<Uint8Array> {
    const content = contents.get(file);
    if (content === undefined) throw Object.assign(new Error("no such file"), { code: "ENOENT" });
    return gunzipSync(content);
  }

  const loaded = await loadSpecification(entry, {
    ...{ root: ROOT, readFile, fetch: missingFile },
    validate: isLenient || !wasAccepted,
    lenient: isLenient,
    allowErrors: acceptsFaults,
  });
  const built =
    loaded.specification && buildContract(loaded.specification, { allowErrors: acceptsFaults });
  const diagnostics = [...loaded.diagnostics, ...(built?.diagnostics ?? [])];
  return {
    contract: built?.contract,
    diagnostics: diagnostics.map((each) => withoutLenientAdvice(placeIn(path, each))),
  };
}

function missingFile(): Promise<Response> {
  return Promise.reject(new Error("this process has no network"));
}
