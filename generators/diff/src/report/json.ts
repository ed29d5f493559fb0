import type { JsonValue, Position } from "@specwright/spec-loader";
import { type Affected, type Change, changeClasses } from "../changes/change.ts";
import { jsonText, type Writable } from "./json-text.ts";
import { placeIn } from "./place.ts";
import type { ComparedDocuments, ReportedDocument } from "./report.ts";
import { documentsBump, isVersionTooLow, suggestVersion } from "./suggest-version.ts";

/** The version of the JSON report. It increases when a member is removed or gets a different meaning. */
export const reportVersion = 1;

/** Formats changes as JSON for other programs; `docs/diff.md` describes the members. */
export function formatJson(comparisons: readonly ComparedDocuments[]): string {
  const changes = comparisons.flatMap(({ changes: shown, hidden = [] }) => [...shown, ...hidden]);
  const report: Writable = {
    reportVersion,
    failed: comparisons.some(isFailed),
    counts: Object.fromEntries(
      changeClasses.map((each) => [each, changes.filter((change) => change.class === each).length]),
    ),
    documents: comparisons.map(documentsJson),
  };
  return `${jsonText(report, "  ")}\n`;
}

function isFailed(documents: ComparedDocuments): boolean {
  const { failing, checksVersion } = documents;
  return (failing?.size ?? 0) > 0 || (checksVersion === true && isVersionTooLow(documents));
}

function documentsJson(documents: ComparedDocuments): Writable {
  const { base, revision, changes } = documents;
  const suggested = suggestVersion(documents);
  return {
    base: base && documentJson(base),
    revision: revision && documentJson(revision),
    bump: { wire: documentsBump(documents, "wire"), code: documentsBump(documents, "code") },
    suggestedVersion: suggested?.version,
    versionReached: suggested?.reached,
    changes: changes.map((change) => changeJson(change, documents)),
  };
}

function documentJson({ origin, path, title, version, format }: ReportedDocument): Writable {
  return { origin, path, title, version, format };
}

function changeJson(change: Change, documents: ComparedDocuments): Writable {
  const { ruleId, surface, subject, effect, direction, affects, message, why, witness } = change;
  const acceptance = documents.accepted?.get(change.fingerprint);
  const where = (side: "base" | "revision"): Writable =>
    placeJson(change[side], placeIn(side, change, documents)?.path);
  return {
    ruleId,
    class: change.class,
    surface,
    subject: { kind: subject.kind, name: subject.name, path: subject.path },
    effect,
    direction,
    base: where("base"),
    revision: where("revision"),
    affects: affects.map(affectedJson),
    milderIn: change.milderIn?.map(affectedJson),
    message,
    why,
    witness: witness && { value: witness.value, validIn: witness.validIn },
    sunset: change.sunset,
    fingerprint: change.fingerprint,
    accepted: acceptance && {
      reason: acceptance.reason,
      until: acceptance.until,
      bump: acceptance.bump,
    },
    severity: documents.severities?.get(change.fingerprint),
    fails: documents.failing?.has(change.fingerprint) === true,
  };
}

function affectedJson({ operation, part, direction }: Affected): Writable {
  return { operation, part, direction };
}

function placeJson(
  position: Position | undefined,
  path: string | undefined,
): JsonValue | undefined {
  if (position === undefined) return undefined;
  const { file, pointer, line, column } = position;
  return { path: path ?? file, pointer, line, column };
}
