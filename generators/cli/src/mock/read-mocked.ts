// Reads the document that a mock serves.

import { buildContract, type Contract } from "@specwright/contract";
import { type Diagnostic, loadSpecification } from "@specwright/spec-loader";
import { assertInput, locateInput, overlaysOf } from "../documents/locate-input.ts";
import { rootOf } from "../documents/reference-root.ts";
import { sourceFiles } from "../documents/source-files.ts";
import { relaxationOf } from "../generate/relaxation-of.ts";
import { flagFormats } from "../project/check-formats.ts";
import { documentFolder, hasError, printDiagnostics } from "../terminal/print-diagnostics.ts";
import type { Terminal } from "../terminal/terminal.ts";

/** Options for reading the document of a mock. */
export interface ReadMockedFlags {
  readonly perspective?: "provider" | "consumer";
  readonly overlay?: readonly string[];
  readonly root?: string;
  readonly allowRemote?: boolean;
  readonly maxFiles?: number;
  readonly lenient?: boolean;
  readonly formats?: readonly string[];
  readonly openEnums?: boolean;
}

/** A document that was read. If the document has errors, they were printed and `contract` is absent. */
export interface ReadMocked {
  readonly contract?: Contract;
  /** The hash of the document with all its files. Absent if the document cannot be loaded. */
  readonly hash?: string;
  /** The absolute paths of its source files. */
  readonly sources: readonly string[];
}

/**
 * Reads a document, and prints its errors.
 *
 * @throws {CliError} `document_not_found`.
 */
export async function readMocked(
  terminal: Terminal,
  document: string,
  flags: ReadMockedFlags,
): Promise<ReadMocked> {
  const { overlay, root, allowRemote, maxFiles, lenient, perspective, openEnums } = flags;
  const formats = flagFormats(flags.formats);
  const input = locateInput(terminal.folder, document);
  assertInput(input, document, terminal.folder);
  const { overlays = [] } = overlaysOf(terminal.folder, overlay);
  terminal.status(`reading ${document} ...`);
  const { specification, diagnostics } = await loadSpecification(input, {
    overlays,
    ...rootOf(terminal.folder, root),
    ...(allowRemote !== undefined && { allowRemote }),
    ...(maxFiles !== undefined && { maxFiles }),
    ...(lenient !== undefined && { lenient }),
  });
  const built =
    specification &&
    buildContract(specification, {
      relaxation: relaxationOf({
        ...(formats !== undefined && { formats }),
        ...(openEnums !== undefined && { openEnums }),
      }),
      ...(perspective && { perspective }),
    });
  terminal.status("");
  const all: readonly Diagnostic[] = [...diagnostics, ...(built?.diagnostics ?? [])];
  const folder = documentFolder(terminal, document);
  const errors = all.filter(({ severity }) => severity === "error");
  printDiagnostics(
    terminal,
    errors.map((diagnostic) => ({ diagnostic, folder })),
    "none",
  );
  if (specification === undefined) return { sources: [] };
  const { hash } = specification;
  const sources = sourceFiles(input, specification, overlays);
  const contract = built?.contract;
  return { hash, sources, ...(contract !== undefined && !hasError(all) && { contract }) };
}
