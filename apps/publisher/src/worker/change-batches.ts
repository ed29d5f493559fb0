import { hash } from "node:crypto";
import type { Change } from "@specwright/diff";
import { stringifyJson } from "@specwright/runtime";
import { changeSearchEntry } from "@specwright/site";
import type { ResultBatch } from "../processing/protocol.ts";
import type { AffectedText, ChangeText } from "../storage/change-repository.ts";
import { foldCase } from "../storage/fold-case.ts";

const CHANGES_IN_BATCH = 250;

/**
 * Divides changes into batches for the storage. Only one batch contains a given list of affected
 * operations.
 */
export function* changeBatches(changes: readonly Change[]): Generator<ResultBatch> {
  const known = new Set<string>();
  for (let first = 0; first < changes.length; first += CHANGES_IN_BATCH) {
    const affected: AffectedText[] = [];
    const texts = changes.slice(first, first + CHANGES_IN_BATCH).map((change, at): ChangeText => {
      const { affects, milderIn, ...rest } = change;
      const content = stringifyJson({ affects, ...(milderIn && { milderIn }) });
      const affectedDigest = hash("sha256", content, "hex");
      if (!known.has(affectedDigest)) affected.push({ digest: affectedDigest, content });
      known.add(affectedDigest);
      return {
        position: first + at,
        class: change.class,
        fingerprint: change.fingerprint,
        words: searchWords(change),
        content: stringifyJson(rest),
        affectedDigest,
      };
    });
    yield { changes: texts, affected };
  }
}

function searchWords(change: Change): string {
  const { name, text } = changeSearchEntry(change);
  return foldCase(`${name} ${text}`);
}
