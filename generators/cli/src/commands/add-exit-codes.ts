import type { Command } from "commander";

/** Adds the exit codes to the help texts that do not contain them yet. */
export function addExitCodes(program: Command): void {
  for (const command of program.commands.flatMap((each) => [each, ...each.commands])) {
    const codes = exitCodes[command.name()];
    if (codes === undefined) continue;
    const lines = codes.map((meaning, code) => `  ${code}  ${meaning}`);
    command.addHelpText("after", `\nExit codes:\n${lines.join("\n")}`);
  }
}

const nothingWritten = "nothing was written: a wrong flag, or a document with errors";
const sourcesWrong =
  "nothing was written: a wrong flag, or a document that cannot be read, or a history file with errors";

const exitCodes: Readonly<Record<string, readonly string[]>> = {
  generate: ["the files are up to date", nothingWritten],
  check: [
    "the files are up to date",
    "the files are outdated, or the check failed: a wrong flag, or a document with errors",
  ],
  lint: [
    "no errors, and at most --max-warnings warnings",
    "errors, more warnings, or a wrong flag",
  ],
  mock: [
    "the mock was stopped",
    "the mock did not start: a wrong flag, a document with errors, or a port in use",
  ],
  bundle: ["the bundle was written", nothingWritten],
  convert: ["the converted document was written", nothingWritten],
  overlay: ["the document or the overlay was written", nothingWritten],
  apply: ["the document was written", nothingWritten],
  compare: ["the overlay was written, or the documents are equal", nothingWritten],
  implement: ["the handlers match the document", nothingWritten],
  feed: ["the feeds were written", sourcesWrong],
  site: ["the site was written", sourcesWrong],
  changelog: ["the changelogs are formatted", "a folder without a version, or a wrong flag"],
  explain: ["the page was printed", "unknown code or rule"],
  init: [
    "the configuration was written",
    "nothing was written: no document, or the configuration exists already",
  ],
};
