import { type Contract, contractDiagnostics } from "@specwright/contract";
import {
  bumpOf,
  type Change,
  compareContracts,
  countChanges,
  countsText,
  firstVersion,
  largestBump,
} from "@specwright/diff";
import { operationTags } from "@specwright/diff/changelog";
import { referenceIndex, referenceNavigation, referencePages } from "@specwright/site";
import { type Diagnostic, diagnostics } from "@specwright/spec-loader";
import type {
  DocumentTask,
  PackedDocument,
  ResultBatch,
  WorkerMessage,
} from "../processing/protocol.ts";
import type { Facts, Repair } from "../storage/facts.ts";
import { createFragment } from "../storage/fragment-of.ts";
import type { Framing } from "../storage/framing.ts";
import type { Fragment } from "../storage/page-repository.ts";
import { changeBatches } from "./change-batches.ts";
import { formatFault } from "./format-fault.ts";
import { pageBatches } from "./page-batches.ts";
import { placeIn } from "./place-in.ts";
import { readDocument } from "./read-document.ts";
import { reportFragments } from "./report-fragments.ts";

/** The last message of the process about a document. */
type Result = Extract<WorkerMessage, { readonly kind: "done" | "rejected" }>;

/** A longer list of faults would not help the reader. */
const MAX_DIAGNOSTICS = 256;

/**
 * Checks a document, compares it with its base and writes its pages. Calls `give` for each part of
 * the result, and waits for each call.
 */
export async function processDocument(
  task: DocumentTask,
  give: (batch: ResultBatch) => Promise<void>,
): Promise<Result> {
  const read = await readDocument(task.head, { wasAccepted: task.isAgain === true });
  if (read.contract === undefined) return rejectedResult(read.diagnostics);
  try {
    return await processContract(read.contract, { task, found: read.diagnostics, give });
  } catch (error) {
    // A document with certain faults can neither be compared nor shown.
    if (faultsAmong(read.diagnostics).length > 0 && error instanceof TypeError)
      return rejectedResult(read.diagnostics);
    throw error;
  }
}

/** Processes a contract and the diagnostics of its document. */
async function processContract(
  contract: Contract,
  {
    task: { head, base, format, hasPages, isAgain = false },
    found,
    give,
  }: {
    readonly task: DocumentTask;
    readonly found: readonly Diagnostic[];
    readonly give: (batch: ResultBatch) => Promise<void>;
  },
): Promise<Result> {
  // A separate function does the comparison, so that the base can be freed before the pages are
  // written.
  const compared = await compareWithBase(contract, { head, base, format, hasPages, isAgain });
  if ("fault" in compared) return rejectedResult([compared.fault]);
  const { changes, fragments, facts } = compared;
  for (const batch of changeBatches(changes)) await give(batch);
  await give({ fragments });
  if (hasPages) {
    for (const batch of pageBatches(referencePages(contract))) await give(batch);
  }
  const repairs = head.isLenient ? repairsAmong(found) : [];
  const faults = faultsAmong(found).slice(0, MAX_DIAGNOSTICS);
  return {
    kind: "done",
    facts: {
      ...facts,
      ...(repairs.length > 0 && { repairs }),
      ...(faults.length > 0 && { faults }),
    },
  };
}

/** The result of comparing a document with its base. */
interface Compared {
  readonly changes: readonly Change[];
  readonly fragments: readonly Fragment[];
  readonly facts: Facts;
}

async function compareWithBase(
  contract: Contract,
  { head, base, format, hasPages, isAgain = false }: DocumentTask,
): Promise<Compared | { readonly fault: Diagnostic }> {
  const before = base === null ? undefined : await readBase(base);
  const fault = formatFault(contract, { claimed: format, before, path: head.path });
  if (fault !== undefined) return { fault };
  const found = before === undefined ? [] : compareContracts(before, contract);
  const changes = found.map((change) => placedChange(change, { head, base }));
  const { reports, fragments } = reportFragments(changes, { before, after: contract });
  const framing =
    hasPages || isAgain ? [createFragment(writeFraming(contract, before, changes))] : [];
  const facts: Facts = {
    ...versionFacts(contract, changes, before !== undefined),
    ...{ reports, framing: framing[0]?.digest ?? null },
  };
  return { changes, fragments: [...fragments, ...framing], facts };
}

/** Returns the repaired faults. */
function repairsAmong(found: readonly Diagnostic[]): readonly Repair[] {
  const rules: Readonly<Record<string, { readonly severity: string }>> = {
    ...diagnostics,
    ...contractDiagnostics,
  };
  return found
    .filter(({ code, severity }) => severity === "warning" && rules[code]?.severity === "error")
    .slice(0, MAX_DIAGNOSTICS)
    .map(({ message, file, line, column }) => ({ message, place: `${file}:${line}:${column}` }));
}

/** Returns the faults that are not repaired, by place. */
function faultsAmong(found: readonly Diagnostic[]): readonly Diagnostic[] {
  return found
    .filter(({ severity }) => severity === "error")
    .toSorted(
      (one, other) =>
        one.file.localeCompare(other.file) || one.line - other.line || one.column - other.column,
    );
}

function rejectedResult(found: readonly Diagnostic[]): Result {
  const errors = found.filter(({ severity }) => severity === "error");
  const listed = found.length > MAX_DIAGNOSTICS ? errors : found;
  return { kind: "rejected", diagnostics: listed.slice(0, MAX_DIAGNOSTICS) };
}

/**
 * Reads a document that was accepted before. An earlier version of this program, with other checks,
 * may have accepted it.
 */
async function readBase(base: PackedDocument): Promise<Contract> {
  const { contract, diagnostics: found } = await readDocument(base, { wasAccepted: true });
  if (contract !== undefined) return contract;
  throw new Error(`the base can no longer be read: ${found[0]?.message}`);
}

function placedChange(change: Change, { head, base }: Pick<DocumentTask, "head" | "base">): Change {
  return {
    ...change,
    ...(change.base && base && { base: placeIn(base.path, change.base) }),
    ...(change.revision && { revision: placeIn(head.path, change.revision) }),
  };
}

function versionFacts(
  { format, formatVersion, info }: Contract,
  changes: readonly Change[],
  hasBase: boolean,
): Omit<Facts, "reports" | "framing"> {
  const counts = countChanges(changes);
  const without = hasBase ? "No changes." : firstVersion;
  return {
    ...{ format, formatVersion, title: info.title, version: info.version },
    bump: largestBump(changes.map((change) => bumpOf(change, "wire"))),
    counts,
    summary: changes.length === 0 ? without : `${countsText(counts)}.`,
  };
}

/** Returns the framing of a version as JSON. */
function writeFraming(
  contract: Contract,
  before: Contract | undefined,
  changes: readonly Change[],
): string {
  const contracts = before === undefined ? [contract] : [before, contract];
  const framing: Framing = {
    navigation: referenceNavigation(contract),
    operationTags: operationTags(contracts, changes),
    reference: [...referenceIndex(contract)],
  };
  return JSON.stringify(framing);
}
