/** Names what was done by somebody to what is not theirs. */
export type AuditAction =
  | "submitListing"
  | "updateListing"
  | "hideListing"
  | "approveListing"
  | "rejectListing"
  | "deleteListing"
  | "restoreListing"
  | "updateUser"
  | "deleteUser"
  | "assignReport"
  | "closeReport"
  | "grantRole"
  | "revokeRole";

/** What the operator does by a command is theirs, who is no user. */
export const OPERATOR: { readonly actorId: null; readonly actor: string } = {
  actorId: null,
  actor: "operator",
};

/** A line of the audit log. */
export interface AuditEntry {
  readonly id: number;
  /** Milliseconds since the epoch. */
  readonly happenedAt: number;
  /** Absent: the operator, by a command. */
  readonly actorId: number | null;
  /** The username at that time. */
  readonly actor: string;
  readonly action: AuditAction;
  readonly subject: "listing" | "user" | "report";
  readonly subjectId: number;
  /** What changed, such as the states before and after, and the reason. */
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

/** Writes the audit log. Nothing is ever changed or removed. */
export interface AuditRepository extends AuditReader {
  insert(entry: Omit<AuditEntry, "id">): Promise<void>;
}
