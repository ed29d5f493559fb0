/** The recorded actions on resources of other users. */
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

/** The actor of commands, which the operator runs. */
export const OPERATOR: { readonly actorId: null; readonly actor: string } = {
  actorId: null,
  actor: "operator",
};

/** A line of the audit log. */
export interface AuditEntry {
  readonly id: number;
  /** Milliseconds since the epoch. */
  readonly happenedAt: number;
  /** Null for the operator. */
  readonly actorId: number | null;
  /** The username at that time. */
  readonly actor: string;
  readonly action: AuditAction;
  readonly subject: "listing" | "user" | "report";
  readonly subjectId: number;
  /** The details, such as the old and new state, and the reason. */
  readonly details: Readonly<Record<string, string>>;
}

/** Reads the audit log. */
export interface AuditReader {
  /** Returns entries in descending order, below a number if one is given. */
  page(selection: {
    readonly beforeId?: number;
    readonly limit: number;
  }): Promise<readonly AuditEntry[]>;
}

/** Writes the audit log. Entries are never changed or removed. */
export interface AuditRepository extends AuditReader {
  insert(entry: Omit<AuditEntry, "id">): Promise<void>;
}
