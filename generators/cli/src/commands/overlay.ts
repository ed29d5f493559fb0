// `specwright overlay apply` and `specwright overlay compare`.

import { dirname, relative, resolve, sep } from "node:path";
import { buildContract } from "@specwright/contract";
import {
  compareOverlay,
  loadSpecification,
  printFile,
  printText,
  type SpecFile,
} from "@specwright/spec-loader";
import { assertInput, isRemoteInput, locateInput, overlaysOf } from "../documents/locate-input.ts";
import { outputFormat } from "../documents/output-format.ts";
import { rootOf } from "../documents/reference-root.ts";
import { writeWhole } from "../project/write-whole.ts";
import { CliError } from "../terminal/cli-error.ts";
import { documentFolder, hasError, printDiagnostics } from "../terminal/print-diagnostics.ts";
import type { Terminal } from "../terminal/terminal.ts";

export interface ApplyOverlayFlags {
  readonly output?: string;
  readonly root?: string;
  readonly allowRemote?: boolean;
  readonly maxFiles?: number;
  readonly lenient?: boolean;
}

export interface CompareOverlayFlags {
  readonly output?: string;
}

/** Applies overlays to a document. If the result has errors, writes nothing and returns exit code 1. */
export async function applyOverlayCommand(
  terminal: Terminal,
  document: string,
  overlays: readonly string[],
  { output, root, allowRemote, maxFiles, lenient }: ApplyOverlayFlags,
): Promise<number> {
  const format = output === undefined ? undefined : outputFormat(output);
  assertNotRead(terminal.folder, output, overlays);
  const input = locateInput(terminal.folder, document);
  assertInput(input, document, terminal.folder);
  terminal.status(`reading ${document} ...`);
  const { specification, diagnostics, written } = await loadSpecification(input, {
    ...overlaysOf(terminal.folder, overlays),
    ...rootOf(terminal.folder, root),
    ...(allowRemote !== undefined && { allowRemote }),
    ...(maxFiles !== undefined && { maxFiles }),
    ...(lenient !== undefined && { lenient }),
  });
  const built = specification && buildContract(specification);
  terminal.status("");
  const folder = documentFolder(terminal, document);
  const found = [...diagnostics, ...(built?.diagnostics ?? [])];
  const placed = found.map((diagnostic) => ({ diagnostic, folder }));
  printDiagnostics(terminal, placed, "none", "Nothing was written.");
  if (specification === undefined || written === undefined || hasError(found)) return 1;
  await writeResult(terminal, output, await printFile(written, format ?? written.format));
  return 0;
}

/**
 * Writes the overlay that changes one document into the other. Returns exit code 1 if a document cannot be
 * read.
 */
export async function compareOverlayCommand(
  terminal: Terminal,
  base: string,
  wanted: string,
  { output }: CompareOverlayFlags,
): Promise<number> {
  const format = output === undefined ? "yaml" : outputFormat(output);
  assertNotRead(terminal.folder, output, [base, wanted]);
  const [before, after] = [await readFile(terminal, base), await readFile(terminal, wanted)];
  if (before === undefined || after === undefined) return 1;
  const overlay = compareOverlay(before, after, referenceTo(terminal.folder, base, output));
  if (overlay === undefined) {
    terminal.err("The documents do not differ, so there is no overlay to write.");
    return 0;
  }
  await writeResult(terminal, output, await printText(overlay, format));
  return 0;
}

async function readFile(terminal: Terminal, document: string): Promise<SpecFile | undefined> {
  const input = locateInput(terminal.folder, document);
  assertInput(input, document, terminal.folder);
  const options = { validate: false, allowErrors: true };
  const { specification, diagnostics, written } = await loadSpecification(input, options);
  if (specification !== undefined) return written;
  const folder = documentFolder(terminal, document);
  const placed = diagnostics.map((diagnostic) => ({ diagnostic, folder }));
  printDiagnostics(terminal, placed, "errors", "Nothing was written.");
  return undefined;
}

/** Returns the relative URI reference from the output file to a document. */
function referenceTo(folder: string, document: string, output: string | undefined): string {
  if (isRemoteInput(document)) return document;
  const from = output === undefined ? folder : dirname(resolve(folder, output));
  const path = relative(from, resolve(folder, document)).split(sep).map(encodeURIComponent);
  return path[0] === ".." ? path.join("/") : `./${path.join("/")}`;
}

/** Throws if the output file is an input of the command. */
function assertNotRead(folder: string, output: string | undefined, read: readonly string[]): void {
  const overwritten = read.find(
    (each) => locateInput(folder, each) === resolve(folder, output ?? ""),
  );
  if (output === undefined || overwritten === undefined) return;
  throw new CliError(
    "usage",
    `--output ${output} would overwrite the file ${overwritten}, which is an input of the command.`,
    "Name another file.",
  );
}

async function writeResult(
  terminal: Terminal,
  output: string | undefined,
  text: string,
): Promise<void> {
  if (output === undefined) {
    terminal.out(text.trimEnd());
    return;
  }
  const path = resolve(terminal.folder, output);
  await writeWhole(path, text);
  terminal.err(`Wrote ${output}.`);
}
