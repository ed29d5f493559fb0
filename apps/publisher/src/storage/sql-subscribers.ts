import {
  forUpdateSkipLocked,
  onlyRow,
  type Row,
  readInteger,
  readIntegerOrNull,
  readText,
  type SqlClient,
} from "@specwright/service/database";
import type {
  QueuedMail,
  Subscriber,
  SubscriberReader,
  SubscriberRepository,
} from "./subscriber-repository.ts";

/**
 * The SQL condition for the next mail to a subscriber. The query must name the row of the mail
 * `own`.
 */
const IS_NEXT = `NOT EXISTS (SELECT 1 FROM mails AS earlier
  WHERE earlier.subscriber_id = own.subscriber_id AND earlier.id < own.id)`;

/** Stores subscribers and their outbox in SQL tables. */
export function sqlSubscribers(client: SqlClient): SubscriberRepository {
  async function drop({ id, attempts }: QueuedMail): Promise<void> {
    await client.query("DELETE FROM mails WHERE id = $1 AND attempts = $2", [id, attempts]);
  }

  async function putBack({ id, attempts }: QueuedMail, dueAt: number): Promise<void> {
    await client.query(
      "UPDATE mails SET due_at = $3, claimed = 0 WHERE id = $1 AND attempts = $2",
      [id, attempts, dueAt],
    );
  }

  return {
    ...subscriberReader(client),
    async request(name, address, now) {
      await client.query(
        `INSERT INTO mails (event, interface, address, others, created_at, due_at, attempts, claimed)
         VALUES ('requested', $1, $2, 0, $3, $3, 0, 0)`,
        [name, address, now],
      );
    },
    async add({ id, interface: name, address, createdAt }) {
      // After a second request, the subscriber has the full time again to confirm.
      const rows = await client.query(
        `INSERT INTO subscribers
           (id, interface, address, address_key, created_at, confirmed_at, refusals)
         VALUES ($1, $2, $3, $4, $5, NULL, 0)
         ON CONFLICT (interface, address_key) DO UPDATE SET created_at =
           CASE WHEN subscribers.confirmed_at IS NULL THEN $5 ELSE subscribers.created_at END
         RETURNING *`,
        [id, name, address, addressKey(address), createdAt],
      );
      return readSubscriber(onlyRow(rows));
    },
    async addToken(hash, subscriberId) {
      await client.query("INSERT INTO subscriber_tokens (hash, subscriber_id) VALUES ($1, $2)", [
        hash,
        subscriberId,
      ]);
    },
    async confirm(id, now) {
      const query =
        "UPDATE subscribers SET confirmed_at = $2 WHERE id = $1 AND confirmed_at IS NULL";
      await client.query(query, [id, now]);
    },
    async end(id) {
      await client.query("DELETE FROM subscribers WHERE id = $1", [id]);
    },
    async endAll(name) {
      await client.query("DELETE FROM subscribers WHERE interface = $1", [name]);
      await client.query("DELETE FROM mails WHERE interface = $1", [name]);
    },
    async erase(address) {
      const key = addressKey(address);
      await client.query("DELETE FROM mails WHERE lower(address) = $1", [key]);
      const query = "DELETE FROM subscribers WHERE address_key = $1 RETURNING id";
      return (await client.query(query, [key])).length;
    },
    async removeUnconfirmed(before) {
      const query = `DELETE FROM subscribers WHERE confirmed_at IS NULL AND created_at <= $1
        RETURNING id`;
      return (await client.query(query, [before])).length;
    },
    async removeOutdated(before) {
      const query = "DELETE FROM mails WHERE created_at <= $1 RETURNING id";
      return (await client.query(query, [before])).length;
    },
    async announce({ id, interface: name, branch }, { event, others = 0, now }) {
      if (branch !== "main") return;
      await client.query(
        `INSERT INTO mails
           (event, subscriber_id, version_id, others, created_at, due_at, attempts, claimed)
         SELECT $1, id, $2, CAST($3 AS BIGINT), CAST($4 AS BIGINT), CAST($4 AS BIGINT), 0, 0 FROM subscribers
         WHERE interface = $5 AND confirmed_at IS NOT NULL ORDER BY confirmed_at, id`,
        [event, id, others, now, name],
      );
    },
    async claim(now, until) {
      const [row] = await client.query(
        `UPDATE mails SET claimed = 1, due_at = $2, attempts = attempts + 1 WHERE id = (
           SELECT id FROM mails AS own WHERE due_at <= $1 AND ${IS_NEXT}
           ORDER BY due_at, id LIMIT 1 ${forUpdateSkipLocked(client)}
         ) RETURNING *`,
        [now, until],
      );
      return row && readMail(row);
    },
    async remove(mail) {
      await client.query("DELETE FROM mails WHERE id = $1", [mail.id]);
      if (mail.event === "requested") return;
      const query = "UPDATE subscribers SET refusals = 0 WHERE id = $1 AND refusals > 0";
      await client.query(query, [mail.subscriberId]);
    },
    drop,
    retryAt: putBack,
    release: putBack,
    giveUp: drop,
    async refuse(mail, dueAt) {
      const query =
        "UPDATE subscribers SET refusals = refusals + 1 WHERE id = $1 RETURNING refusals";
      const [row] = await client.query(query, [mail.subscriberId]);
      await putBack(mail, dueAt);
      return row === undefined ? 0 : readInteger(row, "refusals");
    },
    async releaseClaims(now) {
      await client.query("UPDATE mails SET claimed = 0, due_at = $1 WHERE claimed = 1", [now]);
    },
  };
}

function subscriberReader(client: SqlClient): SubscriberReader {
  return {
    async byId(id) {
      const [row] = await client.query("SELECT * FROM subscribers WHERE id = $1", [id]);
      return row && readSubscriber(row);
    },
    async byToken(hash) {
      const query = `SELECT subscribers.* FROM subscriber_tokens
        JOIN subscribers ON subscribers.id = subscriber_id WHERE hash = $1`;
      const [row] = await client.query(query, [hash]);
      return row && readSubscriber(row);
    },
    async list(name) {
      const query = `SELECT * FROM subscribers ${name === undefined ? "" : "WHERE interface = $1"}
        ORDER BY interface, created_at, id`;
      return (await client.query(query, name === undefined ? [] : [name])).map(readSubscriber);
    },
    async nextDueAt() {
      const query = `SELECT min(due_at) AS due FROM mails AS own WHERE ${IS_NEXT}`;
      return readIntegerOrNull(onlyRow(await client.query(query)), "due") ?? undefined;
    },
    async waiting() {
      const query = "SELECT count(*) AS count FROM mails";
      return readInteger(onlyRow(await client.query(query)), "count");
    },
  };
}

/** Returns a key that is the same for all spellings of an address. */
function addressKey(address: string): string {
  return address.toLowerCase();
}

function readSubscriber(row: Row): Subscriber {
  return {
    id: readText(row, "id"),
    interface: readText(row, "interface"),
    address: readText(row, "address"),
    createdAt: readInteger(row, "created_at"),
    confirmedAt: readIntegerOrNull(row, "confirmed_at"),
  };
}

function readMail(row: Row): QueuedMail {
  const message = {
    id: readInteger(row, "id"),
    createdAt: readInteger(row, "created_at"),
    attempts: readInteger(row, "attempts"),
  };
  const event = readText(row, "event");
  switch (event) {
    case "requested":
      return {
        ...message,
        event,
        interface: readText(row, "interface"),
        address: readText(row, "address"),
      };
    case "published":
    case "withdrawn":
      return {
        ...{ ...message, event, others: readInteger(row, "others") },
        subscriberId: readText(row, "subscriber_id"),
        versionId: readText(row, "version_id"),
      };
    default:
      throw new TypeError("unknown event in column `event`");
  }
}
