import type { Command } from "commander";

/** Lists the exit codes in the help of the commands whose examples do not list them. */
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
  generate: ["the files are what the documents say", nothingWritten],
  check: [
    "the files are what the documents say",
    "they are not, or it is unknown: a wrong flag, or a document with errors",
  ],
  lint: [
    "no errors, and no more warnings than --max-warnings",
    "errors, more warnings, or a wrong flag",
  ],
  mock: [
    "it was stopped",
    "it did not start: a wrong flag, a document with errors, or a port that is taken",
  ],
  bundle: ["the bundle was written", nothingWritten],
  convert: ["the converted document was written", nothingWritten],
  overlay: ["the document or the overlay was written", nothingWritten],
  apply: ["the document was written", nothingWritten],
  compare: ["the overlay was written, or there is none", nothingWritten],
  implement: ["the handlers have what the document needs", nothingWritten],
  feed: ["the feeds were written", sourcesWrong],
  site: ["the site was written", sourcesWrong],
  changelog: ["the changelogs are formatted", "a folder has no version, or a wrong flag"],
  explain: ["the page was printed", "there is no such code or rule"],
  init: [
    "the configuration was written",
    "nothing was written: no document, or it is there already",
  ],
};
