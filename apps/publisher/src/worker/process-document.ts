import type { Contract } from "@specwright/contract";
import { bumpOf, type Change, compareContracts, countsText, largestBump } from "@specwright/diff";
import { stringifyJson } from "@specwright/runtime";
import { referencePages } from "@specwright/site";
import type { ChangeText } from "../changes/change-repository.ts";
import type {
  DocumentTask,
  PackedDocument,
  ResultBatch,
  WorkerMessage,
} from "../processing/protocol.ts";
import type { ChangeCounts, Facts } from "../versions/facts.ts";
import { formatFault } from "./format-fault.ts";
import { fragmentOf } from "./fragments.ts";
import { framingOf } from "./framing.ts";
import { pageBatches } from "./page-batches.ts";
import { placeIn } from "./place-in.ts";
import { readDocument } from "./read-document.ts";
import { reportFragments } from "./report-fragments.ts";

/** The result of work on a document. */
type Result = Extract<WorkerMessage, { readonly kind: "done" | "rejected" }>;

/** More faults help nobody. */
const MAX_DIAGNOSTICS = 256;
const CHANGES_IN_BATCH = 250;

/**
 * Checks a document, compares it with its base and writes its pages. Calls `give` for each part of
 * the result, one after the other.
 */
export async function processDocument(
  { head, base, format, hasPages }: DocumentTask,
  give: (batch: ResultBatch) => Promise<void>,
): Promise<Result> {
  const { contract, diagnostics } = await readDocument(head, { isLenient: false });
  if (contract === undefined) return rejected(diagnostics);
  const before = base === null ? undefined : await readBase(base);
  const fault = formatFault(contract, { claimed: format, before, path: head.path });
  if (fault !== undefined) return rejected([fault]);

  const changes = before === undefined ? [] : compareContracts(before, contract);
  const placed = changes.map((change) => placedChange(change, { head, base }));
  for (let at = 0; at < placed.length; at += CHANGES_IN_BATCH) {
    await give({ changes: placed.slice(at, at + CHANGES_IN_BATCH).map(changeText(at)) });
  }
  const { reports, fragments } = reportFragments(placed, { before, after: contract });
  await give({ fragments });
  if (hasPages) {
    for (const batch of pageBatches(referencePages(contract))) await give(batch);
  }
  const framing = hasPages ? fragmentOf(framingOf(contract, before, placed)) : undefined;
  if (framing !== undefined) await give({ fragments: [framing] });
  const facts: Facts = {
    ...factsOf(contract, placed, before !== undefined),
    ...{ reports, framing: framing?.digest ?? null },
  };
  return { kind: "done", facts };
}

function rejected(diagnostics: Extract<Result, { readonly kind: "rejected" }>["diagnostics"]) {
  const errors = diagnostics.filter(({ severity }) => severity === "error");
  const listed = diagnostics.length > MAX_DIAGNOSTICS ? errors : diagnostics;
  return { kind: "rejected", diagnostics: listed.slice(0, MAX_DIAGNOSTICS) } as const;
}

/** Reads a document that was accepted before, perhaps by an earlier program with other checks. */
async function readBase(base: PackedDocument): Promise<Contract> {
  const { contract, diagnostics } = await readDocument(base, { isLenient: true });
  if (contract !== undefined) return contract;
  throw new Error(`the base can no longer be read: ${diagnostics[0]?.message}`);
}

function placedChange(change: Change, { head, base }: Pick<DocumentTask, "head" | "base">): Change {
  return {
    ...change,
    ...(change.base && base && { base: placeIn(base.path, change.base) }),
    ...(change.revision && { revision: placeIn(head.path, change.revision) }),
  };
}

function changeText(first: number): (change: Change, at: number) => ChangeText {
  return (change, at) => ({
    position: first + at,
    class: change.class,
    fingerprint: change.fingerprint,
    content: stringifyJson(change),
  });
}

function factsOf(
  { format, formatVersion, info }: Contract,
  changes: readonly Change[],
  hasBase: boolean,
): Omit<Facts, "reports" | "framing"> {
  const without = hasBase ? "No changes" : "The first version";
  return {
    ...{ format, formatVersion, title: info.title, version: info.version },
    bump: largestBump(changes.map((change) => bumpOf(change, "wire"))),
    counts: countsOf(changes),
    summary: changes.length === 0 ? without : `Changes: ${countsText(changes)}`,
  };
}

function countsOf(changes: readonly Change[]): ChangeCounts {
  const counts = {
    breaking: 0,
    "potentially-breaking": 0,
    deprecation: 0,
    "non-breaking": 0,
    docs: 0,
  };
  for (const change of changes) counts[change.class] += 1;
  return counts;
}
