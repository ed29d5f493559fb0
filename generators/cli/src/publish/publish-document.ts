// Publishes a document, and prints the result.

import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import type { VersionDetails } from "@specwright/publisher-api/types";
import { isRemoteInput, overlaysOf } from "../documents/locate-input.ts";
import { CliError } from "../terminal/cli-error.ts";
import { commitOfFiles } from "./commit-of-files.ts";
import { localFiles } from "./publication.ts";
import {
  type PublishRun,
  printResult,
  readVersion,
  reportRejection,
  sizeText,
  summarizeVersion,
} from "./publish-run.ts";
import { readVersionChanges } from "./read-changes.ts";
import { formatReport } from "./report-changes.ts";
import { createInterface, sendPublication, type VersionNotes } from "./send-publication.ts";

/** Publishes a document, and prints the result. Returns the exit code. */
export async function publishDocument(run: PublishRun): Promise<number> {
  const { terminal, flags, publisher, publication, attempt, patience } = run;
  const notes = await readVersionNotes(run);
  if (flags.create === true) {
    const outcome = await createInterface(publisher, attempt, publication.title);
    if (outcome === "created") terminal.err(`Created the interface ${attempt.interface}.`);
  }
  terminal.status(`uploading ${sizeText(publication)} to ${publisher.address} ...`);
  const outcome = await sendPublication(publisher, publication, notes, attempt, patience);
  terminal.status("");
  switch (outcome.kind) {
    case "rejected":
      return reportRejection(run, outcome.problem);
    case "accepted":
      printResult(run, { status: "accepted", id: outcome.id }, [
        `Accepted as ${outcome.id}, which is being processed: ${publisher.address}/${attempt.interface}/`,
      ]);
      return 0;
    case "unchanged":
      return await reportUnchanged(run, outcome.version);
    case "published":
      return await reportPublished(run, outcome.version);
    default:
      return outcome satisfies never;
  }
}

async function reportPublished(run: PublishRun, version: VersionDetails): Promise<number> {
  const { text, failed, changes } = await readVersionReport(run, version);
  const json = { status: "published", version: summarizeVersion(version), failed, changes };
  const address = `Published version ${version.number} of ${version.interface}: ${version.doc_public_url}`;
  printResult(run, json, [text, "", address, `Changes: ${version.diff_public_url}`]);
  return failed ? 1 : 0;
}

/**
 * Prints that the version was already published. Returns the same exit code as the first publication,
 * because that run may have ended before the publisher had found the changes.
 */
async function reportUnchanged(run: PublishRun, version: VersionDetails): Promise<number> {
  const line = `Nothing has changed since version ${version.number}: ${version.doc_public_url}`;
  const json = { status: "unchanged", version: summarizeVersion(version), failed: false };
  if (run.flags.failOn === "none") {
    printResult(run, json, [line]);
    return 0;
  }
  const { text, failed, changes } = await readVersionReport(run, version);
  const why = `${line} (fails: it has changes of --fail-on ${run.flags.failOn} or worse)`;
  printResult(run, { ...json, failed, changes }, failed ? [text, "", why] : [line]);
  return failed ? 1 : 0;
}

/** A report about the changes of a version. `failed` is true if a change makes the command fail. */
interface VersionReport {
  readonly text: string;
  readonly failed: boolean;
  readonly changes: readonly object[];
}

async function readVersionReport(run: PublishRun, version: VersionDetails): Promise<VersionReport> {
  const { terminal, flags, world, publisher, attempt, patience, publication, shown } = run;
  const { previous_id: previous } = version;
  const compared =
    previous === null
      ? undefined
      : await readVersionChanges(publisher, version.id, attempt, patience);
  const base = previous === null ? undefined : await readVersion(run, previous);
  const changes = compared?.kind === "compared" ? compared.changes : [];
  const report = {
    publication,
    shownPath: shown,
    changes,
    summary: version.diff_summary,
    ...(base && { base }),
  };
  const { text, failing } = await formatReport(terminal, report, flags, world.today);
  const marked = changes.map((change) => ({ ...change, fails: failing.has(change.id) }));
  return { text, failed: failing.size > 0, changes: marked };
}

async function readVersionNotes(run: PublishRun): Promise<VersionNotes> {
  const { terminal, flags, publication, branch } = run;
  const { previous, releasedAt, title, notesFile } = flags;
  const commit = flags.commit ?? (await commitOfFiles(publication.root, sourceFilesOf(run)));
  const notes = notesFile === undefined ? "" : await readNotes(terminal.folder, notesFile);
  return {
    ...(flags.lenient && { lenient: true }),
    ...(flags.acceptFaults && { accept_faults: true }),
    ...(branch !== undefined && { branch }),
    ...(commit !== undefined && commit !== "none" && { commit }),
    ...(previous !== undefined && { previous_id: previous === "none" ? null : previous }),
    ...(releasedAt !== undefined && { released_at: releasedAt }),
    ...(title !== undefined && { release_title: title }),
    ...(notes !== "" && { release_notes: notes }),
  };
}

/** Returns the local files of the document and its overlays. */
function sourceFilesOf({ terminal, flags, publication }: PublishRun): readonly string[] {
  const { overlays = [] } = overlaysOf(terminal.folder, flags.overlay);
  return [...localFiles(publication), ...overlays.filter((overlay) => !isRemoteInput(overlay))];
}

/** The maximum length of release notes in the publisher's contract, in characters. */
const MAX_NOTES = 65_536;

async function readNotes(folder: string, file: string): Promise<string> {
  let notes: string;
  try {
    notes = (await readFile(resolve(folder, file), "utf8")).trim();
  } catch (cause) {
    const fix = "Check the path given with --notes-file.";
    throw new CliError("usage", `The file ${file} cannot be read.`, fix, { cause });
  }
  const { length } = Array.from(notes);
  if (length <= MAX_NOTES) return notes;
  throw new CliError(
    "usage",
    `The file ${file} of --notes-file has ${length} characters.`,
    `Shorten it to at most ${MAX_NOTES}.`,
  );
}
