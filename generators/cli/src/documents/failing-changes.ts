import {
  type Change,
  type ChangeClass,
  type ComparedDocuments,
  changeClasses,
  compareClasses,
} from "@specwright/diff";

/** Which changes make a comparison fail. */
export interface FailureFlags {
  /** This class, and all worse ones. */
  readonly failOn: ChangeClass | "none";
  /** The surface that a failing break affects. */
  readonly surface: "wire" | "code";
}

/**
 * Reports whether a change makes a comparison fail: by its configured severity, else by its class. An
 * accepted change never makes a comparison fail.
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
  // The failing breaks are those that need a new major version.
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
