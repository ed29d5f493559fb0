// `specwright convert`: converts a document to a newer version of its specification.

import { basename, dirname, join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { type ConvertedText, convertSpecification } from "@specwright/spec-loader";
import { assertInput, isRemoteInput, locateInput, overlaysOf } from "../documents/locate-input.ts";
import { outputFormat } from "../documents/output-format.ts";
import { rootOf } from "../documents/reference-root.ts";
import { writeWhole } from "../project/write-whole.ts";
import { CliError } from "../terminal/cli-error.ts";
import { documentFolder, printDiagnostics } from "../terminal/print-diagnostics.ts";
import type { Terminal } from "../terminal/terminal.ts";

export interface ConvertFlags {
  readonly output?: string;
  readonly overlay?: readonly string[];
  readonly root?: string;
  readonly allowRemote?: boolean;
  readonly maxFiles?: number;
  readonly lenient?: boolean;
  /** Whether to print every diagnostic. By default, only the first ones of each code are printed. */
  readonly all?: boolean;
}

/** Converts a document. If the document has errors, writes nothing and returns exit code 1. */
export async function convertCommand(
  terminal: Terminal,
  document: string,
  flags: ConvertFlags,
): Promise<number> {
  const { output, root, allowRemote, maxFiles, lenient, all } = flags;
  const wanted = output === undefined ? undefined : outputFormat(output);
  const input = locateInput(terminal.folder, document);
  assertInput(input, document, terminal.folder);
  terminal.status(`converting ${document} ...`);
  const { files, versions, diagnostics } = await convertSpecification(input, {
    ...overlaysOf(terminal.folder, flags.overlay),
    ...rootOf(terminal.folder, root),
    ...(allowRemote !== undefined && { allowRemote }),
    ...(maxFiles !== undefined && { maxFiles }),
    ...(lenient !== undefined && { lenient }),
    ...(output !== undefined && { entryName: basename(output) }),
  });
  terminal.status("");
  const folder = documentFolder(terminal, document);
  printDiagnostics(
    terminal,
    diagnostics.map((diagnostic) => ({ diagnostic, folder })),
    all === true ? "all" : "first",
    "Nothing was written.",
  );
  const [entry, ...others] = files ?? [];
  if (entry === undefined) return 1;
  if (output === undefined) {
    refuseOthers(others);
    terminal.out((await entry.print(entry.format)).trimEnd());
    return 0;
  }
  const path = resolve(terminal.folder, output);
  const targets = others
    .filter(({ file }) => !isRemoteInput(file))
    .map(targetIn(dirname(path)))
    // Skip unchanged files whose path stays the same.
    .filter(({ file, target }) => file.isChanged || pathOf(file) !== target);
  const overlays = (flags.overlay ?? []).map((each) => locateInput(terminal.folder, each));
  refuseOverwriting(terminal, [path, ...targets.map(({ target }) => target)], {
    read: [...others.map(pathOf), ...overlays],
    entry: pathOf(entry),
  });
  const written: [path: string, text: string][] = [
    [path, await entry.print(wanted ?? entry.format)],
  ];
  for (const { file, target } of targets) written.push([target, await file.print(file.format)]);
  for (const [target, text] of written) {
    await writeWhole(target, text);
  }
  const more = targets.length === 0 ? "" : `, with ${countFiles(targets.length)} around it`;
  terminal.err(`${document} (${versions?.[0]}) -> ${output} (${versions?.[1]})${more}`);
  return 0;
}

interface Target {
  readonly file: ConvertedText;
  readonly target: string;
}

function targetIn(folder: string): (file: ConvertedText) => Target {
  return (file) => ({ file, target: join(folder, file.file) });
}

function refuseOthers(others: readonly ConvertedText[]): void {
  if (others.length === 0) return;
  const names = others.map(({ file }) => file).join(", ");
  throw new CliError(
    "usage",
    `The document refers to other files, which cannot be printed with it: ${names}.`,
    "Write to a file with --output; the others are written beside it.",
  );
}

function pathOf({ url }: ConvertedText): string {
  return url.startsWith("file:") ? fileURLToPath(url) : url;
}

/**
 * Throws if the command would overwrite a file that it reads. Only the converted entry may overwrite the
 * entry file. All other files may also belong to other documents.
 */
function refuseOverwriting(
  terminal: Terminal,
  targets: readonly string[],
  { read, entry }: { readonly read: readonly string[]; readonly entry: string },
): void {
  const [output] = targets;
  const taken = targets.filter((target, index) => {
    return read.includes(target) || (index > 0 && (target === entry || target === output));
  });
  if (taken.length === 0) return;
  const names = taken.map((target) => relative(terminal.folder, target)).join(", ");
  throw new CliError(
    "usage",
    `This would overwrite ${names}, which the command reads.`,
    "Set --output to a file in another folder.",
  );
}

function countFiles(count: number): string {
  return count === 1 ? "1 file" : `${count} files`;
}
