import type { Contract } from "@specwright/contract";
import { type Change, compareContracts } from "@specwright/diff";
import { describe, expect, it } from "vitest";
import { contractOf } from "../contract-of.ts";
import { callsDocument } from "./calls-document.ts";
import { type Edit, editDocument, reverseKeys } from "./edit-document.ts";
import { eventDocument } from "./event-document.ts";
import { mirrorRule } from "./mirror-rule.ts";
import { streamDocument } from "./stream-document.ts";

const documents = { stream: streamDocument, events: eventDocument, calls: callsDocument };

/** An edit of a document, and the expected changes: class, surface, rule, and direction if any. */
export interface PairCase {
  readonly title: string;
  readonly base: keyof typeof documents;
  /** Edits the document before it becomes the base. */
  readonly given?: Edit;
  readonly edit: Edit;
  readonly want: readonly string[];
  /** The changes if the document is the consumer's; by default, message directions are swapped. */
  readonly consumer?: readonly string[];
}

/** Rules about opening a connection or about servers are the same for both perspectives. */
const fixed =
  / (sequence|subscription|signature|close-code|flow-control|envelope|heartbeat|feed|connection-parameter)/;

/** Checks each case in both perspectives, mirrored, and with all keys in another order. */
export function describePairs(name: string, cases: readonly PairCase[]): void {
  describe(name, () => {
    it.each(cases)("$base: $title", async ({ base, given = {}, edit, want, consumer }) => {
      const before = editDocument(documents[base], given);
      const after = editDocument(before, edit);
      const [left, right] = await contractsOf(before, after);
      const there = compare(left, right);
      expect(there.map(textOf).sort()).toEqual([...want].sort());
      expect(await changesOf(before, after, "consumer")).toEqual(
        [...(consumer ?? want.map(seenByConsumer))].sort(),
      );
      const [shuffledLeft, shuffledRight] = await contractsOf(
        reverseKeys(before) as object,
        reverseKeys(after) as object,
      );
      expect(compare(shuffledLeft, right).map(textOf).sort()).toEqual([...want].sort());
      expect(compare(left, shuffledRight).map(textOf).sort()).toEqual([...want].sort());
      const back = compare(right, left).map(({ ruleId }) => mirrorRule(ruleId));
      expect(back.sort()).toEqual(there.map(({ ruleId }) => ruleId).sort());
    });
  });
}

/** Returns the changes between two documents as cases write them. */
export async function changesOf(
  base: object | string,
  revision: object | string,
  perspective: "provider" | "consumer" = "provider",
): Promise<string[]> {
  const [left, right] = await contractsOf(base, revision, perspective);
  return compare(left, right).map(textOf).sort();
}

async function contractsOf(
  base: object | string,
  revision: object | string,
  perspective: "provider" | "consumer" = "provider",
): Promise<readonly [Contract, Contract]> {
  return [await contractOf(base, { perspective }), await contractOf(revision, { perspective })];
}

function compare(base: Contract, revision: Contract): readonly Change[] {
  const changes = compareContracts(base, revision, { today: "2026-01-01" });
  expect(new Set(changes.map(({ fingerprint }) => fingerprint)).size).toBe(changes.length);
  return changes;
}

function textOf({ class: changeClass, surface, ruleId, direction }: Change): string {
  return [changeClass, surface, ruleId, ...(direction ? [direction] : [])].join(" ");
}

function seenByConsumer(change: string): string {
  if (fixed.test(change)) return change;
  return change.replace(/ (request|response)$/, (_all, direction) =>
    direction === "request" ? " response" : " request",
  );
}
