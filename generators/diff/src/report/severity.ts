import { type Change, isBreak } from "../changes/change.ts";

import type { ComparedDocuments } from "./report.ts";

/** The severity of a change in tools that show problems. */
export type ReportSeverity = "error" | "warning" | "note" | "none";

/**
 * Returns the severity of a change. A change that fails the check is an error. A different break that was
 * not accepted is a warning. A severity from the configuration overrides the class of the change.
 */
export function reportSeverity(
  change: Change,
  { failing, accepted, severities }: ComparedDocuments,
): ReportSeverity {
  if (failing?.has(change.fingerprint)) return "error";
  const configured = severities?.get(change.fingerprint);
  if (configured === "info") return "note";
  if (configured === "warning" && !accepted?.has(change.fingerprint)) return "warning";
  if (isBreak(change) && !accepted?.has(change.fingerprint)) return "warning";
  return isBreak(change) || change.class === "deprecation" ? "note" : "none";
}
