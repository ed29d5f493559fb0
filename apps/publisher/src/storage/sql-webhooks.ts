import {
  forUpdateSkipLocked,
  onlyRow,
  type Row,
  readInteger,
  readIntegerOrNull,
  readText,
  readTextOrNull,
  type SqlClient,
} from "@specwright/service/database";
import { GIVE_UP_MS } from "@specwright/service/outbox";
import type {
  StoredWebhook,
  WebhookDelivery,
  WebhookEvent,
  WebhookRepository,
} from "./webhook-repository.ts";

/** The SQL condition for a webhook that gets messages. */
const IS_ENABLED = `(disabled_at IS NULL AND NOT EXISTS (
  SELECT 1 FROM tokens WHERE prefix = webhooks.token AND revoked_at IS NOT NULL))`;

/**
 * The maximum pause of a webhook after a failure. During the pause, the messages of the webhook
 * wait in order, and a webhook that always fails does not occupy all workers. If only one message
 * keeps failing and its retries are further apart than this pause, later messages are sent before
 * it.
 */
const LONGEST_REST_MS = 300_000;

/** Stores webhooks and their outbox in SQL tables. */
export function sqlWebhooks(client: SqlClient): WebhookRepository {
  async function removeMessages(webhookId: string): Promise<void> {
    await client.query("DELETE FROM webhook_deliveries WHERE webhook_id = $1", [webhookId]);
  }

  /**
   * Allows the next message of a webhook to be sent from `time` on, unless a different process has
   * claimed the webhook.
   */
  async function freeWebhook({ webhookId, busyUntil }: WebhookDelivery, time = 0): Promise<void> {
    const query = "UPDATE webhooks SET busy_until = $3 WHERE id = $1 AND busy_until = $2";
    await client.query(query, [webhookId, busyUntil, time]);
  }

  async function drop(delivery: WebhookDelivery): Promise<void> {
    await client.query("DELETE FROM webhook_deliveries WHERE id = $1", [delivery.id]);
    await freeWebhook(delivery);
  }

  async function putBack(delivery: WebhookDelivery, dueAt: number): Promise<void> {
    const query = "UPDATE webhook_deliveries SET due_at = $3 WHERE id = $1 AND attempts = $2";
    await client.query(query, [delivery.id, delivery.attempts, dueAt]);
  }

  async function disable(id: string, now: number): Promise<void> {
    const query = "UPDATE webhooks SET disabled_at = $2, busy_until = 0 WHERE id = $1";
    await client.query(query, [id, now]);
    await removeMessages(id);
  }

  return {
    async byId(id) {
      const query = `SELECT *, ${IS_ENABLED} AS enabled FROM webhooks WHERE id = $1`;
      const [row] = await client.query(query, [id]);
      return row && readWebhook(row);
    },
    async list(name) {
      const query = `SELECT *, ${IS_ENABLED} AS enabled FROM webhooks
        ${name === undefined ? "" : "WHERE interface = $1"} ORDER BY created_at, id`;
      return (await client.query(query, name === undefined ? [] : [name])).map(readWebhook);
    },
    async nextDueAt() {
      const query = `SELECT min(CASE WHEN busy_until > due_at THEN busy_until ELSE due_at END) AS due
        FROM webhook_deliveries JOIN webhooks ON webhooks.id = webhook_id`;
      return readIntegerOrNull(onlyRow(await client.query(query)), "due") ?? undefined;
    },
    async insert({ id, interface: name, branch, url, secret, token, createdAt }) {
      await client.query(
        `INSERT INTO webhooks (id, interface, branch, url, secret, token, created_at, busy_until)
         VALUES ($1, $2, $3, $4, $5, $6, $7, 0)`,
        [id, name, branch, url, secret, token, createdAt],
      );
    },
    async end(id, name) {
      const query = `SELECT id FROM webhooks WHERE id = $1
        ${name === undefined ? "" : "AND interface = $2"}`;
      const found = await client.query(query, name === undefined ? [id] : [id, name]);
      if (found.length === 0) return false;
      await removeMessages(id);
      await client.query("DELETE FROM webhooks WHERE id = $1", [id]);
      return true;
    },
    async endAll(name) {
      const own = "SELECT id FROM webhooks WHERE interface = $1";
      await client.query(`DELETE FROM webhook_deliveries WHERE webhook_id IN (${own})`, [name]);
      await client.query("DELETE FROM webhooks WHERE interface = $1", [name]);
    },
    async announce({ id, interface: name, branch }, event, now) {
      await client.query(
        `INSERT INTO webhook_deliveries
           (webhook_id, version_id, event, created_at, due_at, attempts)
         SELECT id, $1, $2, CAST($3 AS BIGINT), CAST($3 AS BIGINT), 0 FROM webhooks
         WHERE interface = $4 AND branch = $5 AND ${IS_ENABLED}`,
        [id, event, now, name, branch],
      );
    },
    async claim(now, until) {
      // The claim is on the webhook, so that only one message of the webhook is sent at a time.
      const [claimed] = await client.query(
        `UPDATE webhooks SET busy_until = $2 WHERE id = (
           SELECT id FROM webhooks AS own WHERE busy_until <= $1 AND EXISTS (
             SELECT 1 FROM webhook_deliveries WHERE webhook_id = own.id AND due_at <= $1)
           ORDER BY (SELECT min(due_at) FROM webhook_deliveries WHERE webhook_id = own.id), id
           LIMIT 1 ${forUpdateSkipLocked(client)}
         ) RETURNING id`,
        [now, until],
      );
      if (claimed === undefined) return undefined;
      const [row] = await client.query(
        `UPDATE webhook_deliveries SET attempts = attempts + 1 WHERE id = (
           SELECT id FROM webhook_deliveries WHERE webhook_id = $1 AND due_at <= $2
           ORDER BY id LIMIT 1
         ) RETURNING *`,
        [readText(claimed, "id"), now],
      );
      return row && readDelivery(row, until);
    },
    async remove(delivery) {
      await drop(delivery);
      const query = "UPDATE webhooks SET failing_since = NULL WHERE id = $1";
      await client.query(query, [delivery.webhookId]);
    },
    drop,
    async retryAt(delivery, dueAt, now) {
      await putBack(delivery, dueAt);
      await freeWebhook(delivery, Math.min(dueAt, now + LONGEST_REST_MS));
      const query = `UPDATE webhooks SET failing_since = $2
        WHERE id = $1 AND failing_since IS NULL`;
      await client.query(query, [delivery.webhookId, now]);
    },
    async release(delivery, now) {
      await putBack(delivery, now);
      await freeWebhook(delivery);
    },
    async giveUp(delivery, now) {
      await drop(delivery);
      const query = "SELECT id FROM webhooks WHERE id = $1 AND failing_since <= $2";
      const failed = await client.query(query, [delivery.webhookId, now - GIVE_UP_MS]);
      if (failed.length > 0) await disable(delivery.webhookId, now);
    },
    disable,
  };
}

function readWebhook(row: Row): StoredWebhook {
  return {
    id: readText(row, "id"),
    interface: readText(row, "interface"),
    branch: readText(row, "branch"),
    url: readText(row, "url"),
    secret: readText(row, "secret"),
    token: readTextOrNull(row, "token"),
    createdAt: readInteger(row, "created_at"),
    failingSince: readIntegerOrNull(row, "failing_since"),
    // The value of a condition is a number in SQLite, and a boolean in PostgreSQL.
    isDisabled: !row["enabled"],
  };
}

const EVENTS: readonly WebhookEvent[] = ["published", "withdrawn"];

function readDelivery(row: Row, busyUntil: number): WebhookDelivery {
  const event = EVENTS.find((known) => known === row["event"]);
  if (event === undefined) throw new TypeError("unknown event in column `event`");
  return {
    id: readInteger(row, "id"),
    webhookId: readText(row, "webhook_id"),
    versionId: readText(row, "version_id"),
    event,
    createdAt: readInteger(row, "created_at"),
    attempts: readInteger(row, "attempts"),
    busyUntil,
  };
}
