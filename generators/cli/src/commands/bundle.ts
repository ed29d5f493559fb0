// `specwright bundle`: writes a document and all files that it refers to into one file.

import { resolve } from "node:path";
import { bundleSpecification, loadSpecification } from "@specwright/spec-loader";
import { assertInput, locateInput, overlaysOf } from "../documents/locate-input.ts";
import { outputFormat } from "../documents/output-format.ts";
import { rootOf } from "../documents/reference-root.ts";
import { writeWhole } from "../project/write-whole.ts";
import { documentFolder, printDiagnostics } from "../terminal/print-diagnostics.ts";
import type { Terminal } from "../terminal/terminal.ts";

export interface BundleFlags {
  readonly output?: string;
  readonly overlay?: readonly string[];
  readonly perspective?: "provider" | "consumer";
  readonly root?: string;
  readonly allowRemote?: boolean;
  readonly maxFiles?: number;
  readonly lenient?: boolean;
  /** Whether to print every diagnostic. By default, only the first ones of each code are printed. */
  readonly all?: boolean;
}

/** Bundles a document. If the document has errors, writes nothing and returns exit code 1. */
export async function bundleCommand(
  terminal: Terminal,
  document: string,
  flags: BundleFlags,
): Promise<number> {
  const { output, perspective = "provider", root, allowRemote, maxFiles, lenient, all } = flags;
  const wanted = output === undefined ? undefined : outputFormat(output);
  const input = locateInput(terminal.folder, document);
  assertInput(input, document, terminal.folder);
  terminal.status(`reading ${document} ...`);
  const { specification, diagnostics } = await loadSpecification(input, {
    ...overlaysOf(terminal.folder, flags.overlay),
    ...rootOf(terminal.folder, root),
    ...(allowRemote !== undefined && { allowRemote }),
    ...(maxFiles !== undefined && { maxFiles }),
    ...(lenient !== undefined && { lenient }),
  });
  terminal.status("");
  const folder = documentFolder(terminal, document);
  printDiagnostics(
    terminal,
    diagnostics.map((diagnostic) => ({ diagnostic, folder })),
    all === true ? "all" : "first",
    "Nothing was written.",
  );
  if (specification === undefined) return 1;
  if (perspective === "consumer" && specification.kind === "openapi") {
    terminal.err(
      `${document} is OpenAPI, which is the same for both sides: --perspective has no effect.`,
    );
  }
  terminal.status(`bundling ${document} ...`);
  const bundle = bundleSpecification(specification, { perspective });
  const text = await bundle.print(wanted ?? specification.entry.format);
  terminal.status("");
  if (output === undefined) {
    terminal.out(text.trimEnd());
    return 0;
  }
  const path = resolve(terminal.folder, output);
  await writeWhole(path, text);
  const { size } = specification.files;
  terminal.err(`${document} -> ${output}: ${size} ${size === 1 ? "file" : "files"} in one`);
  return 0;
}
