// Compares a document with the published version, without publishing it.

import {
  type PublishRun,
  printResult,
  readVersion,
  reportRejection,
  sizeText,
  summarizeVersion,
} from "./publish-run.ts";
import { compareUnpublished } from "./read-changes.ts";
import { formatReport } from "./report-changes.ts";
import { contractDocument, hasInterface } from "./send-publication.ts";

/** Compares the document with the published version, and prints the changes. Returns the exit code. */
export async function compareDocument(run: PublishRun): Promise<number> {
  const { terminal, flags, world, publisher, publication } = run;
  const { attempt, branch, patience, shown } = run;
  if (flags.create === true && !(await hasInterface(publisher, attempt))) {
    printResult(run, { status: "compared", failed: false, base: null, changes: [] }, [
      `${attempt.interface} does not exist yet. Without --dry-run, the command creates it.`,
    ]);
    return 0;
  }
  const { previous } = flags;
  const body = {
    ...contractDocument(publication),
    interface: attempt.interface,
    ...(flags.lenient && { lenient: true }),
    ...(flags.acceptFaults && { accept_faults: true }),
    ...(branch !== undefined && { branch }),
    ...(previous !== undefined && previous !== "none" && { base_id: previous }),
  };
  terminal.status(`comparing ${sizeText(publication)} with ${publisher.address} ...`);
  const compared = await compareUnpublished(publisher, body, attempt, patience);
  terminal.status("");
  if (compared.kind === "rejected") return reportRejection(run, compared.problem);
  const { diff, changes } = compared;
  const base = diff.base_id === null ? undefined : await readVersion(run, diff.base_id);
  const report = {
    publication,
    shownPath: shown,
    changes,
    summary: diff.summary,
    ...(base && { base }),
  };
  const { text, failing } = await formatReport(terminal, report, flags, world.today);
  const json = {
    status: "compared",
    failed: failing.size > 0,
    base: base === undefined ? null : summarizeVersion(base),
    bump: diff.bump,
    changes: changes.map((change) => ({ ...change, fails: failing.has(change.id) })),
  };
  printResult(run, json, [text, "", "Nothing was published (--dry-run)."]);
  return failing.size > 0 ? 1 : 0;
}
