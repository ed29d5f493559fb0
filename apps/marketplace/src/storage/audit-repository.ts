/** The actions that the audit log contains. */
export type AuditAction =
  | "submitListing"
  | "withdrawListing"
  | "updateListing"
  | "hideListing"
  | "approveListing"
  | "rejectListing"
  | "deleteListing"
  | "restoreListing"
  | "updateUser"
  | "deleteUser"
  | "suspendUser"
  | "assignReport"
  | "closeReport"
  | "grantRole"
  | "revokeRole";

/** The actor of actions that the operator performs by command. */
export const OPERATOR: { readonly actorId: null; readonly actor: string } = {
  actorId: null,
  actor: "operator",
};

/** A line of the audit log. */
export interface AuditEntry {
  readonly id: number;
  /** Milliseconds since the epoch. */
  readonly happenedAt: number;
  /** The id of the actor; null for the operator. */
  readonly actorId: number | null;
  /** The username of the actor when the action happened. */
  readonly actor: string;
  readonly action: AuditAction;
  readonly subject: "listing" | "user" | "report";
  readonly subjectId: number;
  /** The details, such as the old and new state, and the reason. */
  readonly details: Readonly<Record<string, string>>;
}

/** Reads the audit log. */
export interface AuditReader {
  /** Returns entries, newest first. If a number is given, only entries below this number. */
  page(selection: {
    readonly beforeId?: number;
    readonly limit: number;
  }): Promise<readonly AuditEntry[]>;
}

/** Writes the audit log. Its entries are never changed or removed. */
export interface AuditRepository extends AuditReader {
  insert(entry: Omit<AuditEntry, "id">): Promise<void>;
}
