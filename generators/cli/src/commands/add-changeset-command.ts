import type { Command } from "commander";
import type { Terminal } from "../terminal/terminal.ts";
import type { ChangesetFlags } from "./changeset.ts";

/** Adds `changeset` to the command line. */
export function addChangesetCommand(
  program: Command,
  terminal: Terminal,
  today: () => string,
  done: (code: number) => void,
): void {
  program
    .command("changeset")
    .argument("[documents...]", "documents of the configuration (default: all)")
    .description("write the changesets that the changes of documents need")
    .option("--base <ref>", "compare with this git revision (default: where the branch began)")
    .option("--check", "write nothing; exit with 1 when a changeset is missing, stale or too small")
    .option(
      "--config <file>",
      "the configuration file (default: specwright.config.ts here, or in the workspaces)",
    )
    .option("--accepted <file>", "the accepted changes (default: specwright-accepted.yaml here)")
    .addHelpText("after", examples)
    .action(async (documents: string[], flags: ChangesetFlags) => {
      const { changesetCommand } = await import("./changeset.ts");
      done(await changesetCommand(terminal, documents, flags, today()));
    });
}

const examples = `
Exit codes:
  0  the changesets are what the changes need
  1  --check found one that is missing, stale or too small
  2  the comparison failed: a document that cannot be read, no base branch, no .changeset folder

Examples:
  specwright changeset
  specwright changeset --base v1.4.0
  specwright changeset --check`;
