import { type Command, Option } from "commander";
import type { Terminal } from "../terminal/terminal.ts";
import type { BundleFlags } from "./bundle.ts";
import {
  allHelp,
  appendValue,
  fileCount,
  lenientHelp,
  maxFilesHelp,
  overlayHelp,
} from "./option-help.ts";

/** Adds `bundle` to the command line. */
export function addBundleCommand(
  program: Command,
  terminal: Terminal,
  done: (code: number) => void,
): void {
  program
    .command("bundle")
    .argument("<document>", "the document, a file or an address")
    .description("write a document and all files that it refers to as one file, for other tools")
    .option(
      "--output <file>",
      "the file, .yaml or .json (default: print, in the document's format)",
    )
    .addOption(
      new Option(
        "--perspective <side>",
        "consumer: swap send and receive in an AsyncAPI document (default: provider)",
      ).choices(["provider", "consumer"]),
    )
    .option("--overlay <file>", overlayHelp, appendValue)
    .option("--root <folder>", "the folder that must hold all referenced files")
    .option("--allow-remote", "follow references to URLs")
    .option("--max-files <count>", maxFilesHelp, fileCount)
    .option("--lenient", lenientHelp)
    .option("--all", allHelp)
    .addHelpText("after", examples)
    .action(async (document: string, flags: BundleFlags) => {
      const { bundleCommand } = await import("./bundle.ts");
      done(await bundleCommand(terminal, document, flags));
    });
}

const examples = `
Examples:
  specwright bundle openapi.yaml --output dist/openapi.json
  specwright bundle asyncapi.yaml --perspective consumer --output client.yaml
  specwright bundle openapi.yaml | other-tool`;
