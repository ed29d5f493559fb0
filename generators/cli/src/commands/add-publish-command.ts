import { type Command, InvalidArgumentError, Option } from "commander";
import { branchPattern } from "../publish/ci-branch.ts";
import type { PublishFlags, PublishWorld } from "../publish/publish-flags.ts";
import { isDay } from "../terminal/iso-date.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { appendValue, overlayHelp } from "./option-help.ts";

/** Adds `publish` to the command line. */
export function addPublishCommand(
  program: Command,
  terminal: Terminal,
  world: () => PublishWorld,
  done: (code: number) => void,
): void {
  program
    .command("publish")
    .argument("<document>", "the document, with the files that it refers to")
    .description("publish a document, wait until it is processed, and report the changes")
    .requiredOption("--to <url>", "the address of the publisher")
    .requiredOption(
      "--interface <name>",
      "the interface that the document describes",
      interfaceName,
    )
    .option("--token-file <file>", "a file with the access token (default: SPECWRIGHT_TOKEN)")
    .addOption(
      new Option("--token <->", "- reads the access token from standard input").conflicts(
        "tokenFile",
      ),
    )
    .option("--root <folder>", "the folder that must hold all referenced files")
    .option("--overlay <file>", overlayHelp, appendValue)
    .option("--branch <name>", "the branch (default: main)", branch)
    .addOption(
      new Option("--branch-from-ci", "use the branch that the CI job builds").conflicts("branch"),
    )
    .option("--commit <id>", "the commit, or none (default: HEAD, if it has these files)", commit)
    .option("--previous <id>", "fail unless this is the newest version (an id, or none)", previous)
    .option(
      "--released-at <time>",
      "when it was released: 2027-03-31, or a time such as 2027-03-31T12:00:00Z",
      parseReleaseDate,
    )
    .option("--title <text>", "a short title of the release", title)
    .option("--notes-file <file>", "a file with release notes, in Markdown")
    .option("--create", "create the interface first, unless it exists")
    .option("--dry-run", "report what would change, without publishing")
    .option("--lenient", publishLenientHelp)
    .option("--accept-faults", publishFaultsHelp)
    .option("--wait <seconds>", "seconds to wait for the result; 0: do not wait", parseSeconds, 300)
    .addOption(
      new Option("--format <format>", "how to print")
        .choices(["text", "json", "markdown"])
        .default("text"),
    )
    .addOption(
      new Option("--fail-on <class>", "exit with 1 for a change of this class or a worse one")
        .choices([
          "breaking",
          "potentially-breaking",
          "deprecation",
          "non-breaking",
          "docs",
          "none",
        ])
        .default("none"),
    )
    .addOption(
      new Option(
        "--surface <surface>",
        "which breaks fail: of messages on the wire, or of any code",
      )
        .choices(["wire", "code"])
        .default("wire"),
    )
    .option("--accepted <file>", "the accepted changes (default: specwright-accepted.yaml here)")
    .option("--verbose", "list all affected operations")
    .addHelpText("after", examples)
    .action(async (document: string, flags: PublishFlags) => {
      const { publishCommand } = await import("./publish.ts");
      done(await publishCommand(terminal, document, flags, world()));
    });
}

const publishLenientHelp =
  "repair faults that have only one possible fix; the pages show a warning for each";

const publishFaultsHelp = "publish despite faults; the pages list the faults that are not repaired";

const examples = `
Exit codes:
  0  published, or nothing has changed
  1  published, or compared, with a change of the class --fail-on or worse
  2  not published: a wrong flag, a document with errors, rejected by the publisher, or not finished within --wait

Examples:
  specwright publish openapi.yaml --to https://publisher.example.com --interface shop
  specwright publish openapi.yaml --to https://publisher.example.com --interface shop \\
    --dry-run --fail-on potentially-breaking --format markdown
  specwright publish asyncapi.yaml --to https://publisher.example.com --interface orders \\
    --branch-from-ci --title "Orders in several currencies" --notes-file notes.md`;

function matching(pattern: RegExp, wanted: string): (text: string) => string {
  return (text) => {
    if (pattern.test(text)) return text;
    throw new InvalidArgumentError(`Expected ${wanted}.`);
  };
}

const interfaceName = matching(
  /^(?=.{1,64}$)[a-z0-9]+(?:-[a-z0-9]+)*$/,
  "at most 64 lower-case letters and digits, with single hyphens between them, such as shop-api",
);
const branch = matching(branchPattern, "a name such as main or release/2");
const title = matching(/^.{1,256}$/su, "1 to 256 characters");
const commit = matching(/^(?:[0-9a-f]{7,64}|none)$/, "the id of a commit, or none");
const previous = matching(
  /^(?:[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|none)$/i,
  "the id of a version, or none",
);

function parseReleaseDate(text: string): string {
  const isInstant = /T\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/.test(text);
  const [day = ""] = isInstant ? text.split("T") : [text];
  if (isDay(day) && !Number.isNaN(Date.parse(text))) return text;
  throw new InvalidArgumentError(
    "Expected a date such as 2027-03-31, or a time such as 2027-03-31T12:00:00Z.",
  );
}

function parseSeconds(text: string): number {
  if (/^\d{1,5}$/.test(text)) return Number(text);
  throw new InvalidArgumentError("Expected a whole number of seconds.");
}
