import { type Command, Option } from "commander";
import { isoDate } from "../terminal/iso-date.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { webAddress } from "../terminal/web-address.ts";
import { addTag } from "./add-tag.ts";
import type { FeedFlags } from "./feed.ts";

/** Adds `feed` and `changelog` to the command line. */
export function addChangelogCommands(
  program: Command,
  terminal: Terminal,
  today: () => string,
  done: (code: number) => void,
): void {
  program
    .command("feed")
    .description("write the feeds of an interface as static files, without the pages of `site`")
    .option("--document <file>", "the document, whose versions are git tags")
    .option("--tags <pattern>", "the tags, such as shop@*, where * is the version")
    .option(
      "--history <files...>",
      "files with releases, oldest first; they come before those of tags",
    )
    .requiredOption("--output <folder>", "the folder for the files")
    .requiredOption("--base-url <url>", "the URL at which the folder is served", webAddress)
    .option("--title <title>", "the title of the feeds (default: that of the newest document)")
    .option("--name <name>", "the name of the interface (default: that of the document's file)")
    .option("--homepage <url>", "the page of the interface (default: --base-url)", webAddress)
    .option("--pages", "link to the pages that `site` writes for --base-url, and not to --homepage")
    .option("--skip-tag <tag>", "leave this tag out; may be repeated", addTag)
    .option(
      "--authority <domain,year>",
      "start of all ids in the feeds; never change it (default: the host of --base-url, 2026)",
    )
    .option("--save-history <file>", "write all releases to a file for --history")
    .addOption(
      new Option(
        "--perspective <side>",
        "whose side an AsyncAPI document is written from (default: provider)",
      ).choices(["provider", "consumer"]),
    )
    .addHelpText("after", feedExamples)
    .action(async (flags: FeedFlags) => {
      const { feedCommand } = await import("./feed.ts");
      done(await feedCommand(terminal, flags));
    });

  program
    .command("changelog")
    .argument("[folders...]", "folders of packages (default: this one)")
    .description("add dates to the CHANGELOG.md of `changeset version`, and group its entries")
    .option("--date <date>", "the day of the release (default: today)", isoDate)
    .addHelpText("after", changelogExamples)
    .action(async (folders: string[], { date }: { date?: string }) => {
      const { changelogCommand } = await import("./changelog.ts");
      done(await changelogCommand(terminal, folders, date ?? today()));
    });
}

const feedExamples = `
Examples:
  specwright feed --document specs/shop.yaml --tags 'shop@*' --output site --base-url https://example.com/changes
  specwright feed --history shop.json streams.json --title "Our interfaces" --output site --base-url https://example.com/changes`;

const changelogExamples = `
Example:
  npx changeset version && specwright changelog packages/*`;
