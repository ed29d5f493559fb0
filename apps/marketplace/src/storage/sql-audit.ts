import {
  createBindings,
  type Row,
  readInteger,
  readIntegerOrNull,
  readText,
  type SqlClient,
} from "@specwright/service/database";
import type { AuditAction, AuditEntry, AuditRepository } from "./audit-repository.ts";

/** Stores the audit log in a SQL table. */
export function sqlAudit(client: SqlClient): AuditRepository {
  return {
    async page({ beforeId, limit }) {
      const query = createBindings();
      const where = beforeId === undefined ? "" : `WHERE id < ${query.bind(beforeId)}`;
      const statement = `SELECT * FROM audit_entries ${where}
        ORDER BY id DESC LIMIT ${query.bind(limit)}`;
      return (await client.query(statement, query.values)).map(readEntry);
    },
    async insert(entry) {
      await client.query(
        `INSERT INTO audit_entries
           (happened_at, actor_id, actor, action, subject, subject_id, details)
         VALUES ($1, $2, $3, $4, $5, $6, $7)`,
        [
          entry.happenedAt,
          entry.actorId,
          entry.actor,
          entry.action,
          entry.subject,
          entry.subjectId,
          JSON.stringify(entry.details),
        ],
      );
    },
  };
}

const ACTIONS: readonly AuditAction[] = [
  "submitListing",
  "withdrawListing",
  "updateListing",
  "hideListing",
  "approveListing",
  "rejectListing",
  "deleteListing",
  "restoreListing",
  "updateUser",
  "deleteUser",
  "suspendUser",
  "assignReport",
  "closeReport",
  "grantRole",
  "revokeRole",
];
const SUBJECTS = ["listing", "user", "report"] as const;

function readEntry(row: Row): AuditEntry {
  return {
    id: readInteger(row, "id"),
    happenedAt: readInteger(row, "happened_at"),
    actorId: readIntegerOrNull(row, "actor_id"),
    actor: readText(row, "actor"),
    action: requireName(ACTIONS, readText(row, "action")),
    subject: requireName(SUBJECTS, readText(row, "subject")),
    subjectId: readInteger(row, "subject_id"),
    details: readDetails(readText(row, "details")),
  };
}

function requireName<Name extends string>(names: readonly Name[], name: string): Name {
  const found = names.find((known) => known === name);
  if (found === undefined) throw new TypeError(`the audit log has no ${name}`);
  return found;
}

function readDetails(json: string): Readonly<Record<string, string>> {
  const value: unknown = JSON.parse(json);
  const entries = typeof value === "object" && value !== null ? Object.entries(value) : [];
  return Object.fromEntries(entries.map(([name, detail]) => [name, `${detail}`]));
}
