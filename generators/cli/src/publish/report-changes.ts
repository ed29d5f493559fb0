// Formats the changes of a published version, or of a comparison with the published version.

import { type ComparedDocuments, formatComparisons } from "@specwright/diff";
import type { Change, Version } from "@specwright/publisher-api/types";
import { nameInFile, readAcceptedFile } from "../accepted/accepted-file.ts";
import { applyAccepted } from "../accepted/apply-accepted.ts";
import { failingChanges } from "../documents/failing-changes.ts";
import type { Terminal } from "../terminal/terminal.ts";
import type { Publication } from "./publication.ts";
import type { PublishFlags } from "./publish-flags.ts";
import { convertChange } from "./published-changes.ts";

/** The changes to report, and the compared documents. */
export interface Report {
  readonly publication: Publication;
  /** The path of the document, relative to the folder of the command. */
  readonly shownPath: string;
  /** The version with which the document is compared. Absent for the first version. */
  readonly base?: Version;
  readonly changes: readonly Change[];
  /** A summary of the changes in one line. */
  readonly summary: string;
}

/**
 * Returns the text of a report, and the ids of the changes that make the command fail. The text has no line
 * break at the end.
 */
export async function formatReport(
  terminal: Terminal,
  report: Report,
  flags: PublishFlags,
  today: string,
): Promise<{ readonly text: string; readonly failing: ReadonlySet<string> }> {
  const compared = comparedOf(report);
  const given = flags.accepted;
  const file = await readAcceptedFile(terminal.folder, given === undefined ? {} : { given });
  const nameOf = nameInFile(terminal.folder, file);
  // Do not print warnings about entries without a matching change. Such a change may already be published,
  // and `diff` prints these warnings.
  const [accepted = compared] = applyAccepted([compared], file.entries, {
    nameOf,
    today,
  }).comparisons;
  const failing = failingChanges(accepted, flags);
  const documents = { ...accepted, failing };
  const text =
    report.base === undefined && report.changes.length === 0
      ? report.summary
      : formatComparisons([documents], flags.format, {
          verbose: flags.verbose === true,
          colour: terminal.colour === true,
        });
  return { text: text.trimEnd(), failing };
}

function comparedOf({ publication, shownPath, base, changes }: Report): ComparedDocuments {
  const { title, version, format, path } = publication;
  const paths = { base: base?.path ?? path, head: path };
  return {
    ...(base && {
      base: {
        path: base.path,
        origin: `${base.interface}/versions/${base.number}:`,
        title: base.title,
        version: base.version,
        format: `${base.format === "asyncapi" ? "AsyncAPI" : "OpenAPI"} ${base.format_version}`,
      },
    }),
    revision: { path: shownPath, title, version, format },
    changes: changes.map((change) => convertChange(change, paths)),
  };
}
