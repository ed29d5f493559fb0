import type { Command } from "commander";
import type { Terminal } from "../terminal/terminal.ts";
import type { ConvertFlags } from "./convert.ts";
import {
  allHelp,
  appendValue,
  fileCount,
  lenientHelp,
  maxFilesHelp,
  overlayHelp,
} from "./option-help.ts";

/** Adds `convert` to the command line. */
export function addConvertCommand(
  program: Command,
  terminal: Terminal,
  done: (code: number) => void,
): void {
  program
    .command("convert")
    .argument("<document>", "the document, a file or an address")
    .description("convert Swagger 2.0 to OpenAPI 3.1, or AsyncAPI 2 to AsyncAPI 3.0")
    .option(
      "--output <file>",
      "the file, .yaml or .json; other files keep their relative paths (default: print)",
    )
    .option("--overlay <file>", overlayHelp, appendValue)
    .option("--root <folder>", "the folder that must hold all referenced files")
    .option("--allow-remote", "follow references to URLs")
    .option("--max-files <count>", maxFilesHelp, fileCount)
    .option("--lenient", lenientHelp)
    .option("--all", allHelp)
    .addHelpText("after", examples)
    .action(async (document: string, flags: ConvertFlags) => {
      const { convertCommand } = await import("./convert.ts");
      done(await convertCommand(terminal, document, flags));
    });
}

const examples = `
Examples:
  specwright convert swagger.yaml --output openapi.yaml
  specwright convert asyncapi2.yaml --output new/asyncapi.yaml --all
  specwright convert swagger.json | other-tool`;
