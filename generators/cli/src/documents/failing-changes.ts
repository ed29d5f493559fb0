import {
  type Change,
  type ChangeClass,
  type ComparedDocuments,
  changeClasses,
  compareClasses,
} from "@specwright/diff";

/** The flags that decide which changes make a comparison fail. */
export interface FailureFlags {
  /** A change with this class or a more severe class makes the comparison fail. */
  readonly failOn: ChangeClass | "none";
  /** If `wire`, a break that affects only generated code does not make the comparison fail. */
  readonly surface: "wire" | "code";
}

/**
 * Reports whether a change makes a comparison fail. The configured severity of the change decides, or else
 * its class. An accepted change never makes a comparison fail.
 */
export function isFailing(
  change: Change,
  { accepted, severities }: ComparedDocuments,
  { failOn, surface }: FailureFlags,
): boolean {
  if (failOn === "none" || accepted?.has(change.fingerprint)) return false;
  const severity = severities?.get(change.fingerprint);
  if (severity !== undefined) return severity === "error";
  if (compareClasses(change.class, failOn) > 0) return false;
  // The two most severe classes are breaks.
  const isBreak = changeClasses.indexOf(change.class) <= 1;
  return !(isBreak && change.surface === "code" && surface === "wire");
}

/** Returns the fingerprints of the changes that make a comparison fail. */
export function failingChanges(
  documents: ComparedDocuments,
  flags: FailureFlags,
): ReadonlySet<string> {
  const failing = documents.changes.filter((change) => isFailing(change, documents, flags));
  return new Set(failing.map(({ fingerprint }) => fingerprint));
}
