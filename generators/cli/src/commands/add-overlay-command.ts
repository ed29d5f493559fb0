import type { Command } from "commander";
import type { Terminal } from "../terminal/terminal.ts";
import { fileCount, lenientHelp, maxFilesHelp } from "./option-help.ts";
import type { ApplyOverlayFlags, CompareOverlayFlags } from "./overlay.ts";

/** Adds `overlay apply` and `overlay compare` to the command line. */
export function addOverlayCommand(
  program: Command,
  terminal: Terminal,
  done: (code: number) => void,
): void {
  const overlay = program
    .command("overlay")
    .description("apply overlays to a document, or write the overlay between two documents")
    .addHelpText("after", examples);
  overlay
    .command("apply")
    .argument("<document>", "the document, a file or an address")
    .argument("<overlays...>", "the overlays, applied in this order")
    .description("apply overlays to a document, and write the result")
    .option(
      "--output <file>",
      "the file, .yaml or .json (default: print, in the document's format)",
    )
    .option("--root <folder>", "the folder that must hold all referenced files")
    .option("--allow-remote", "follow references to URLs")
    .option("--max-files <count>", maxFilesHelp, fileCount)
    .option("--lenient", lenientHelp)
    .addHelpText("after", applyExamples)
    .action(async (document: string, overlays: string[], flags: ApplyOverlayFlags) => {
      const { applyOverlayCommand } = await import("./overlay.ts");
      done(await applyOverlayCommand(terminal, document, overlays, flags));
    });
  overlay
    .command("compare")
    .argument("<base>", "the document as it is")
    .argument("<wanted>", "the document as you want it")
    .description(
      "write the overlay that changes one document into another; referenced files are not compared",
    )
    .option("--output <file>", "the file, .yaml or .json (default: print YAML)")
    .addHelpText("after", compareExamples)
    .action(async (base: string, wanted: string, flags: CompareOverlayFlags) => {
      const { compareOverlayCommand } = await import("./overlay.ts");
      done(await compareOverlayCommand(terminal, base, wanted, flags));
    });
}

const examples = `
Examples:
  specwright overlay apply openapi.yaml changes.overlay.yaml
  specwright overlay compare theirs.yaml ours.yaml`;

const applyExamples = `
Examples:
  specwright overlay apply openapi.yaml pagination.overlay.yaml
  specwright overlay apply openapi.json fixes.yaml pagination.yaml --output changed.json`;

const compareExamples = `
Examples:
  specwright overlay compare theirs.yaml ours.yaml --output ours.overlay.yaml`;
