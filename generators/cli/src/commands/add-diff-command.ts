import type { BasePath } from "@specwright/diff";
import { type Command, InvalidArgumentError, Option } from "commander";
import { parseBasePath } from "../documents/base-path.ts";
import { isoDate } from "../terminal/iso-date.ts";
import type { Terminal } from "../terminal/terminal.ts";
import type { DiffFlags } from "./diff.ts";
import { fileCount, maxFilesHelp } from "./option-help.ts";

// Copies of two lists from @specwright/diff, because that package is loaded only if a command needs it.
const classes = [
  "breaking",
  "potentially-breaking",
  "deprecation",
  "non-breaking",
  "docs",
] as const;
const formats = ["text", "json", "markdown", "html", "sarif", "github", "junit"] as const;

/** Adds `diff` to the command line. */
export function addDiffCommand(
  program: Command,
  terminal: Terminal,
  today: () => string,
  done: (code: number) => void,
): void {
  program
    .command("diff")
    .argument("[base]", "the older document or folder: a path, git:REF:PATH, or git:REF")
    .argument(
      "[revision]",
      "the newer one (default: the same path on the disk, or the configuration)",
    )
    .description("report the changes between documents, and which code they break")
    .option("--base-ref <ref>", "compare every document of the configuration with a git revision")
    .option(
      "--config <file>",
      "the configuration file (default: specwright.config.ts here, or in the workspaces)",
    )
    .addOption(new Option("--format <format>", "how to print").choices(formats).default("text"))
    .option("--output <file>", "write the report to a file")
    .addOption(
      new Option("--fail-on <class>", "exit with 1 for a change of this class or worse")
        .choices([...classes, "none"])
        .default("potentially-breaking"),
    )
    .addOption(
      new Option(
        "--surface <surface>",
        "which breaks fail: of messages on the wire, or of any code",
      )
        .choices(["wire", "code"])
        .default("wire"),
    )
    .addOption(
      new Option(
        "--perspective <side>",
        "whose side an AsyncAPI document is written from (default: as configured, or provider)",
      ).choices(["provider", "consumer"]),
    )
    .option("--only <classes>", `show only these classes, of ${classes.join(",")}`, classList)
    .option("--accepted <file>", "the accepted changes (default: specwright-accepted.yaml here)")
    .option(
      "--accept <reason>",
      "accept the failing changes: write them to the file with this reason",
      parseReason,
    )
    .option("--until <date>", "the last day on which --accept holds, such as 2027-03-31", isoDate)
    .option("--root <folder>", "the folder that must hold all referenced files, on the disk")
    .option("--allow-remote", "follow references to URLs")
    .option("--max-files <count>", maxFilesHelp, fileCount)
    .addOption(
      new Option("--group-by <what>", "group the changes of each class by rule or by operation")
        .choices(["rule", "operation"])
        .default("rule"),
    )
    .option(
      "--base-path <old=new>",
      "a prefix of paths that moved, such as /v1=/v2; may be repeated (default: diff.basePaths)",
      addBasePath,
    )
    .option("--check-version", "exit with 1 if the document's version is too low for the changes")
    .option("--verbose", "list every change, those of texts too, and everything it affects")
    .addHelpText("after", examples)
    .action(async (base: string | undefined, revision: string | undefined, flags: DiffFlags) => {
      const { diffCommand } = await import("./diff.ts");
      const names = { ...(base && { base }), ...(revision && { revision }) };
      done(await diffCommand(terminal, names, flags, today()));
    });
}

const examples = `
Exit codes:
  0  no change of the class --fail-on or worse, except accepted ones
  1  a change of that class or worse; with --check-version, a version that is too low
  2  the comparison failed: a wrong flag, a document that cannot be read, an unknown git revision

Examples:
  specwright diff old.yaml new.yaml
  specwright diff git:main:openapi.yaml
  specwright diff --base-ref origin/main --format github
  specwright diff git:v1.4.0:specs specs --only breaking,potentially-breaking
  specwright diff --accept "No client has called it since June" --until 2027-03-31`;

function classList(text: string): readonly string[] {
  const names = text.split(",").map((each) => each.trim());
  const unknown = names.find((name) => !classes.some((each) => each === name));
  if (unknown === undefined) return names;
  throw new InvalidArgumentError(`Unknown class "${unknown}". Choose from ${classes.join(", ")}.`);
}

function addBasePath(text: string, previous: readonly BasePath[] = []): readonly BasePath[] {
  const found = parseBasePath(text);
  if (found !== undefined) return [...previous, found];
  throw new InvalidArgumentError(
    "Expected OLD=NEW with two different prefixes: /v1=/v2, or /v1= if the new paths have no prefix.",
  );
}

function parseReason(text: string): string {
  if (text.trim() !== "") return text.trim();
  throw new InvalidArgumentError("Expected a reason, for the readers of the file.");
}
