import { type Command, Option } from "commander";
import type { Terminal } from "../terminal/terminal.ts";
import { webAddress } from "../terminal/web-address.ts";
import { addTag } from "./add-tag.ts";
import type { SiteFlags } from "./site.ts";

/** Adds `site` to the command line. */
export function addSiteCommand(
  program: Command,
  terminal: Terminal,
  done: (code: number) => void,
): void {
  program
    .command("site")
    .argument("[documents...]", "documents or folders (default: those of the configuration)")
    .description("write reference pages, changelogs and feeds as static files")
    .requiredOption("--output <folder>", "the folder for the files; its old content is deleted")
    .option("--base-url <url>", "the URL at which the folder is served; feeds need it", webAddress)
    .option("--title <title>", "the title of the site")
    .option("--tags <pattern>", "read the versions from git tags, such as {name}@* or v*")
    .option("--skip-tag <tag>", "leave this tag out; may be repeated", addTag)
    .option("--from <file>", "a file that lists older versions and their documents")
    .option(
      "--authority <domain,year>",
      "start of all ids in the feeds; never change it (default: the host of --base-url, 2026)",
    )
    .option(
      "--consoles <file>",
      "a file that declares consoles, which call operations from their pages",
    )
    .option(
      "--brand <file>",
      "a file with the logo, colours, fonts, and the text of the first page",
    )
    .option("--pages <folder>", "a folder of Markdown files: a guide beside the reference")
    .option(
      "--pages-source <url>",
      "the URL of that folder, for its links to other files",
      webAddress,
    )
    .option("--config <file>", "the configuration file (default: specwright.config.ts here)")
    .addOption(
      new Option(
        "--perspective <side>",
        "whose side AsyncAPI documents are written from (default: provider)",
      ).choices(["provider", "consumer"]),
    )
    .addHelpText("after", examples)
    .action(async (documents: string[], flags: SiteFlags) => {
      const { siteCommand } = await import("./site.ts");
      done(await siteCommand(terminal, documents, flags));
    });
}

const examples = `
Examples:
  specwright site openapi.yaml --output site
  specwright site --pages docs --output site
  specwright site --tags '{name}@*' --output site --base-url https://example.com/docs
  specwright site --from history.json specs --output site --base-url https://example.com/docs`;
