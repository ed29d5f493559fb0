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
    .description("write changesets for the changes of documents")
    .option("--base <ref>", "compare with this git revision (default: where the branch started)")
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
  0  the changesets match the changes
  1  --check found a missing, stale or too small changeset
  2  the comparison failed: a document that cannot be read, no base branch, no .changeset folder

Examples:
  specwright changeset
  specwright changeset --base v1.4.0
  specwright changeset --check`;
