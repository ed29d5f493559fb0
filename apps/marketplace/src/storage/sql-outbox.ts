import {
  forUpdate,
  forUpdateSkipLocked,
  type Row,
  readInteger,
  readIntegerOrNull,
  readText,
  readTextOrNull,
  type SqlClient,
} from "@specwright/service/database";
import type { OutboxKind, OutboxMail, OutboxRepository } from "./outbox-repository.ts";

/** Stores the outbox in a SQL table. */
export function sqlOutbox(client: SqlClient): OutboxRepository {
  /**
   * Makes a mail due at `dueAt`. Does nothing if a different worker has claimed the mail in the
   * meantime.
   */
  async function putBack({ id, attempts }: OutboxMail, dueAt: number): Promise<void> {
    await client.query(
      "UPDATE outbox SET due_at = $3, claimed = 0 WHERE id = $1 AND attempts = $2",
      [id, attempts, dueAt],
    );
  }

  return {
    async nextDueAt() {
      const [row] = await client.query("SELECT min(due_at) AS due FROM outbox");
      return (row && readIntegerOrNull(row, "due")) ?? undefined;
    },
    async waiting() {
      const [row] = await client.query(
        "SELECT count(*) AS count, min(created_at) AS oldest FROM outbox WHERE due_at IS NOT NULL",
      );
      return {
        count: row === undefined ? 0 : readInteger(row, "count"),
        oldestAt: (row && readIntegerOrNull(row, "oldest")) ?? undefined,
      };
    },
    async insert(mail) {
      await client.query(
        `INSERT INTO outbox
           (message_id, kind, recipient, subject, body, html, created_at, due_at, attempts, claimed)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $7, 0, 0)`,
        [
          mail.messageId,
          mail.kind,
          mail.recipient,
          mail.subject,
          mail.body,
          mail.html ?? null,
          mail.createdAt,
        ],
      );
    },
    async claim(now, until) {
      const [row] = await client.query(
        `UPDATE outbox SET claimed = 1, due_at = $2, attempts = attempts + 1
         WHERE id = (
           SELECT id FROM outbox WHERE due_at <= $1 ORDER BY due_at, id LIMIT 1
           ${forUpdateSkipLocked(client)}
         ) RETURNING *`,
        [now, until],
      );
      return row && readMail(row);
    },
    async holds({ id, attempts }) {
      const query = `SELECT id FROM outbox WHERE id = $1 AND attempts = $2 ${forUpdate(client)}`;
      return (await client.query(query, [id, attempts])).length > 0;
    },
    async remove({ id }) {
      await client.query("DELETE FROM outbox WHERE id = $1", [id]);
    },
    retryAt: putBack,
    release: putBack,
    async giveUp({ id, attempts }) {
      await client.query(
        "UPDATE outbox SET due_at = NULL, claimed = 0 WHERE id = $1 AND attempts = $2",
        [id, attempts],
      );
    },
    async releaseClaims(now) {
      await client.query("UPDATE outbox SET claimed = 0, due_at = $1 WHERE claimed = 1", [now]);
    },
  };
}

const KINDS: readonly OutboxKind[] = [
  "letter",
  "password_request",
  "email_verification",
  "login_warning",
];

function readKind(name: string): OutboxKind {
  const kind = KINDS.find((known) => known === name);
  if (kind === undefined) throw new TypeError("unknown mail kind in column `kind`");
  return kind;
}

function readMail(row: Row): OutboxMail {
  const html = readTextOrNull(row, "html");
  return {
    id: readInteger(row, "id"),
    messageId: readText(row, "message_id"),
    kind: readKind(readText(row, "kind")),
    recipient: readText(row, "recipient"),
    subject: readText(row, "subject"),
    body: readText(row, "body"),
    ...(html !== null && { html }),
    createdAt: readInteger(row, "created_at"),
    attempts: readInteger(row, "attempts"),
  };
}
